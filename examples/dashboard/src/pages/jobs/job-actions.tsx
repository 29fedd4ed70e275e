import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { JobPageQuery } from '../../../generated/graphql.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { START_JOB } from './start-job.js'

const PAUSE = graphql(`
  mutation PauseJob($id: ID!) {
    pauseJob(input: { id: $id }) {
      job {
        id
        status
      }
      userErrors {
        message
      }
    }
  }
`)
const RESUME = graphql(`
  mutation ResumeJob($id: ID!) {
    resumeJob(input: { id: $id }) {
      job {
        id
        status
      }
      userErrors {
        message
      }
    }
  }
`)
const COMPLETE = graphql(`
  mutation CompleteJob($id: ID!, $signatureName: String) {
    completeJob(input: { id: $id, signatureName: $signatureName }) {
      job {
        id
        status
        completedAt
      }
      userErrors {
        message
      }
    }
  }
`)
const CANCEL = graphql(`
  mutation CancelJob($id: ID!) {
    cancelJob(input: { id: $id }) {
      job {
        id
        status
      }
      userErrors {
        message
      }
    }
  }
`)

type Job = Pick<NonNullable<JobPageQuery['job']>, 'id' | 'number' | 'status' | 'requiresSignature'>

/** The buttons for what a job in this status allows. */
export function JobActions({ job: { id, number, status, requiresSignature } }: { job: Job }) {
  const { run, isBusy } = useAction()
  const [start] = useMutation(START_JOB)
  const [pause] = useMutation(PAUSE)
  const [resume] = useMutation(RESUME)
  const [complete] = useMutation(COMPLETE)
  const [cancel] = useMutation(CANCEL)
  const variables = { id }
  const name = `Job ${number}`

  const pauseNow = (): Promise<boolean> =>
    run({ send: () => pause({ variables }), done: `${name} is paused.`, undo: resumeNow })
  const resumeNow = (): Promise<boolean> =>
    run({ send: () => resume({ variables }), done: `${name} goes on.`, undo: pauseNow })
  const startNow = () => run({ send: () => start({ variables }), done: `${name} has started.` })
  const completeNow = (values: FormData) => {
    const signatureName = (values.get('signatureName') as string | null) || null
    return run({
      send: () => complete({ variables: { id, signatureName } }),
      done: `${name} is completed.`,
    })
  }
  const cancelNow = () => run({ send: () => cancel({ variables }), done: `${name} is cancelled.` })

  if (status === 'COMPLETED' || status === 'CANCELLED') return null
  return (
    <div className="actions">
      {status === 'SCHEDULED' && (
        <button type="button" className="primary" disabled={isBusy} onClick={() => void startNow()}>
          Start
        </button>
      )}
      {status === 'IN_PROGRESS' && (
        <button type="button" disabled={isBusy} onClick={() => void pauseNow()}>
          Pause
        </button>
      )}
      {status === 'PAUSED' && (
        <button type="button" disabled={isBusy} onClick={() => void resumeNow()}>
          Resume
        </button>
      )}
      {status !== 'SCHEDULED' && (
        <Confirm
          isPrimary
          label="Complete"
          question={`A completed job cannot be opened again. Complete job ${number}?`}
          isBusy={isBusy}
          onConfirm={completeNow}
        >
          {requiresSignature && (
            <label>
              Signed by
              <input name="signatureName" required />
            </label>
          )}
        </Confirm>
      )}
      <Confirm
        label="Cancel the job"
        question={`A cancelled job cannot be opened again. Cancel job ${number}?`}
        isBusy={isBusy}
        onConfirm={cancelNow}
      />
    </div>
  )
}
