import { useMutation } from '@apollo/client/react'
import { type SyntheticEvent } from 'react'
import { graphql } from '../../../generated/index.js'
import type { InspectionOutcome } from '../../../generated/graphql.js'
import { useAction } from '../../parts/use-action.js'
import { linkTo, navigate } from '../../route.js'

const RECORD = graphql(`
  mutation RecordInspection($input: RecordInspectionInput!) {
    recordInspection(input: $input) {
      inspection {
        id
        asset {
          id
          status
        }
        job {
          id
          status
          progress {
            assets
            inspected
            remaining
          }
        }
      }
      userErrors {
        message
      }
    }
  }
`)

/** Records an inspection that has been made just now, as part of a job or of none. */
export function RecordInspection({ id, jobId }: { id: string; jobId: string | null }) {
  const { run, isBusy } = useAction()
  const [record] = useMutation(RECORD)

  const submit = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const text = (name: string) => (data.get(name) as string).trim() || null
    const score = text('score')
    const input = {
      assetId: id,
      outcome: text('outcome') as InspectionOutcome | null,
      score: score === null ? null : Number(score),
      note: text('note'),
      jobId,
    }
    const isDone = await run({
      send: () => record({ variables: { input } }),
      done: 'The inspection is recorded.',
    })
    if (!isDone) return
    form.reset()
    if (jobId) navigate(linkTo(`jobs/${jobId}`))
  }
  return (
    <section className="panel" aria-labelledby="record">
      <h2 id="record">Record an inspection</h2>
      <form
        className="form"
        onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
          event.preventDefault()
          void submit(event.currentTarget)
        }}
      >
        {jobId && <p className="muted">It is part of the job that you have come from.</p>}
        <div className="row">
          <label>
            Outcome
            <select name="outcome">
              <option value="">As the score says</option>
              <option value="PASSED">Passed</option>
              <option value="FAILED">Failed</option>
            </select>
          </label>
          <label>
            Score, 0 to 100
            <input name="score" type="number" min="0" max="100" />
          </label>
        </div>
        <label>
          Note
          <input name="note" />
        </label>
        <div className="actions">
          <button className="primary" disabled={isBusy}>
            Record
          </button>
        </div>
      </form>
    </section>
  )
}
