import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import { countOf } from '../../format.js'
import { EditForm } from '../../parts/edit-form.js'
import { useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { CANCEL_JOB } from '../jobs/job-actions.js'
import { JOB_INPUTS, JobFields, jobValuesIn } from '../jobs/job-fields.js'

const CREATE = graphql(`
  mutation CreateJobFromFindings($input: CreateJobFromFindingsInput!) {
    createJobFromFindings(input: $input) {
      job {
        id
        number
      }
      userErrors {
        field
        message
      }
    }
  }
`)

interface Props {
  /** The findings: the service checks that they are of one site. */
  readonly ids: readonly string[]
  readonly onCreated: () => void
}

/** Creates a job that resolves the selected findings, at their site. */
export function JobFromFindings({ ids, onCreated }: Props) {
  const { errors, isBusy, submit } = useForm(JOB_INPUTS)
  const { run, write } = useAction()
  const [create] = useMutation(CREATE)
  const [cancel] = useMutation(CANCEL_JOB)

  const save = async (values: ReturnType<typeof jobValuesIn>) => {
    const found = await write({
      send: () => create({ variables: { input: { ...values, findingIds: [...ids] } } }),
      done: `A job for ${countOf(ids.length, 'finding')} is created.`,
      // A removed job would stay at its findings.
      undo: ({ createJobFromFindings }) => {
        const id = createJobFromFindings?.job?.id ?? ''
        return run({ send: () => cancel({ variables: { id } }), done: 'The job is cancelled.' })
      },
    })
    if (found.length === 0) onCreated()
    return found
  }
  return (
    <section aria-labelledby="job-from-findings">
      <h2 id="job-from-findings">Create a job for {countOf(ids.length, 'finding')}</h2>
      <EditForm errors={errors} onSubmit={(form) => submit(jobValuesIn(form), save)}>
        <JobFields errors={errors} />
        <div className="actions">
          <button className="primary" disabled={isBusy}>
            Create the job
          </button>
        </div>
      </EditForm>
    </section>
  )
}
