import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { JobPageQuery } from '../../../generated/graphql.js'
import { Confirm } from '../../parts/confirm.js'
import { useAction } from '../../parts/use-action.js'
import { useSend } from '../../queue/use-send.js'
import { SignJob } from './sign-job.js'
import { START_JOB, startedText } from './start-job.js'

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
export const CANCEL_JOB = graphql(`
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
  const { run, isBusy: isRunning } = useAction()
  const { send, isBusy: isSending } = useSend()
  const isBusy = isRunning || isSending
  const [isSigning, setSigning] = useState(false)
  const [start] = useMutation(START_JOB)
  const [pause] = useMutation(PAUSE)
  const [resume] = useMutation(RESUME)
  const [cancel] = useMutation(CANCEL_JOB)
  const variables = { id }
  const name = `Job ${number}`

  const pauseNow = (): Promise<boolean> =>
    run({ send: () => pause({ variables }), done: `${name} is paused.`, undo: resumeNow })
  const resumeNow = (): Promise<boolean> =>
    run({ send: () => resume({ variables }), done: `${name} goes on.`, undo: pauseNow })
  const startNow = () => run({ send: () => start({ variables }), done: startedText(number) })
  const completeNow = (files: readonly File[] = [], signedBy = '') =>
    send(
      { action: 'completeJob', place: `jobs/${id}`, title: `Completion of job #${number}` },
      files,
      ([documentId]) => ({ id, ...(documentId && { signature: { documentId, name: signedBy } }) }),
      { done: `${name} is completed.` },
    )
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
      {status !== 'SCHEDULED' && requiresSignature && (
        <button
          type="button"
          className="primary"
          disabled={isBusy}
          onClick={() => {
            setSigning(true)
          }}
        >
          Complete
        </button>
      )}
      {status !== 'SCHEDULED' && !requiresSignature && (
        <Confirm
          isPrimary
          label="Complete"
          question={`A completed job cannot be opened again. Complete job ${number}?`}
          isBusy={isBusy}
          onConfirm={() => completeNow()}
        />
      )}
      {isSigning && (
        <SignJob
          number={number}
          onSign={(drawing, signedBy) => completeNow([drawing], signedBy)}
          onClose={() => {
            setSigning(false)
          }}
        />
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
