import { useQuery } from '@apollo/client/react'
import { type SyntheticEvent, useState } from 'react'
import type { InspectionOutcome } from '../../../generated/graphql.js'
import { ChosenFiles } from '../../documents/chosen-files.js'
import { useQueueState } from '../../queue/use-queue.js'
import { linkTo, navigate } from '../../route.js'
import { AnswerChecklist } from './answer-checklist.js'
import { CHECKLIST_OF_ASSET } from './inspection-documents.js'
import { isOpenForm } from './use-answers.js'
import { useRecord } from './use-record.js'

interface Props {
  readonly id: string
  readonly code: string
  readonly jobId: string | null
}

/** Records an inspection that is made now: the answers to the checklist of the asset's type, or an outcome alone. */
export function RecordInspection({ id, code, jobId }: Props) {
  const { data } = useQuery(CHECKLIST_OF_ASSET, { variables: { id } })
  const checklist = data?.asset?.type.checklist
  const { entries } = useQueueState()
  return (
    <section className="panel" aria-labelledby="record">
      <h2 id="record">Record an inspection</h2>
      {jobId && <p className="muted">It is part of the job that you have come from.</p>}
      {checklist && checklist.sections.length > 0 && (
        <details open={entries.some((entry) => isOpenForm(entry, id))}>
          <summary>{checklist.name}</summary>
          <AnswerChecklist {...{ code, jobId, checklist }} assetId={id} />
        </details>
      )}
      <RecordOutcome {...{ id, code, jobId }} />
    </section>
  )
}

/** A form for an outcome without answers. */
function RecordOutcome({ id, code, jobId }: Props) {
  const { record, isBusy } = useRecord()
  const [files, setFiles] = useState<readonly File[]>([])

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
      inspectedAt: new Date().toISOString(),
    }
    if (!(await record(code, input, files))) return
    form.reset()
    setFiles([])
    if (jobId) navigate(linkTo(`jobs/${jobId}`))
  }
  return (
    <form
      className="form"
      onSubmit={(event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
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
      <ChosenFiles files={files} onChange={setFiles} />
      <div className="actions">
        <button className="primary" disabled={isBusy}>
          Record
        </button>
      </div>
    </form>
  )
}
