import { useMutation } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import { countOf } from '../../format.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { EditForm } from '../../parts/edit-form.js'
import { useAction } from '../../parts/use-action.js'
import { CANCEL_JOB } from '../jobs/job-actions.js'

const CREATE = graphql(`
  mutation CreateJobFromFindings($input: CreateJobFromFindingsInput!) {
    createJobFromFindings(input: $input) {
      job {
        id
        number
      }
      userErrors {
        message
      }
    }
  }
`)
const NO_ERRORS = new Map<string, string>()

interface Props {
  /** The findings: the service checks that they are of one site. */
  readonly ids: readonly string[]
  readonly onCreated: () => void
}

/** Creates a job that resolves the selected findings. Its times are in the time zone of the site. */
export function JobFromFindings({ ids, onCreated }: Props) {
  const [types, setTypes] = useState<string[]>([])
  const [technicians, setTechnicians] = useState<string[]>([])
  const { run, isBusy } = useAction()
  const [create] = useMutation(CREATE)
  const [cancel] = useMutation(CANCEL_JOB)
  const [jobTypeId] = types
  const [technicianId] = technicians

  const submit = async (form: HTMLFormElement) => {
    if (!jobTypeId || !technicianId) return
    const data = new FormData(form)
    const input = {
      ...{ findingIds: [...ids], jobTypeId, technicianId },
      scheduledStartLocal: data.get('start') as string,
      scheduledEndLocal: data.get('end') as string,
    }
    const isDone = await run({
      send: () => create({ variables: { input } }),
      done: `A job for ${countOf(ids.length, 'finding')} is created.`,
      undo: ({ createJobFromFindings }) => {
        const id = createJobFromFindings?.job?.id ?? ''
        return run({ send: () => cancel({ variables: { id } }), done: 'The job is cancelled.' })
      },
    })
    if (isDone) onCreated()
  }
  return (
    <section aria-labelledby="job-from-findings">
      <h2 id="job-from-findings">Create a job for {countOf(ids.length, 'finding')}</h2>
      <EditForm errors={NO_ERRORS} onSubmit={submit}>
        <div className="row">
          <RecordPicker isSingle label="Job type" noun="jobTypes" ids={types} onChange={setTypes} />
          <RecordPicker
            isSingle
            label="Technician"
            noun="users"
            ids={technicians}
            onChange={setTechnicians}
          />
        </div>
        <div className="row">
          <label>
            Start, in the time zone of the site
            <input name="start" type="datetime-local" required />
          </label>
          <label>
            End
            <input name="end" type="datetime-local" required />
          </label>
        </div>
        <div className="actions">
          <button className="primary" disabled={isBusy || !jobTypeId || !technicianId}>
            Create the job
          </button>
        </div>
      </EditForm>
    </section>
  )
}
