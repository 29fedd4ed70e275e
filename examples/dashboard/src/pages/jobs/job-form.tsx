import { skipToken, useMutation, useQuery } from '@apollo/client/react'
import { type ReactNode, useState } from 'react'
import { graphql } from '../../../generated/index.js'
import { RecordField } from '../../lists/record-field.js'
import { RecordPicker } from '../../lists/record-picker.js'
import { EditForm } from '../../parts/edit-form.js'
import { CreateActions } from '../../parts/new-page.js'
import { useAction } from '../../parts/use-action.js'
import { useForm } from '../../parts/use-form.js'
import { JOB_INPUTS, JobFields, jobValuesIn } from './job-fields.js'
import { useRemoveJob } from './remove-job.js'

const CREATE_JOB = graphql(`
  mutation CreateJob($input: CreateJobInput!) {
    createJob(input: $input) {
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
const TIME_ZONE = graphql(`
  query TimeZoneOfSite($id: ID!) {
    site(id: $id) {
      id
      address {
        timezone
      }
    }
  }
`)

interface Props {
  /** The ids of the records that the form proposes. */
  readonly siteIds?: readonly string[]
  readonly zoneIds?: readonly string[]
  readonly technicianIds?: readonly string[]
  /** The instant that the form proposes as the start. */
  readonly start?: string
  readonly onCreated: (id: string) => void
  /** What is beside the button that creates the job. */
  readonly children: ReactNode
}

/** Creates a job at a site. */
export function JobForm({ siteIds = [], zoneIds = [], onCreated, children, ...proposed }: Props) {
  const [chosenIds, setChosenIds] = useState(siteIds)
  const [siteId] = chosenIds
  const { errors, isBusy, submit } = useForm([...JOB_INPUTS, 'siteId', 'zoneIds'])
  const [create] = useMutation(CREATE_JOB)
  const { write } = useAction()
  const removeJob = useRemoveJob()
  const site = useQuery(TIME_ZONE, siteId ? { variables: { id: siteId } } : skipToken).data?.site

  const valuesOf = (form: HTMLFormElement) => ({
    siteId: siteId ?? '',
    zoneIds: (new FormData(form).getAll('zoneIds') as string[]).filter(Boolean),
    ...jobValuesIn(form),
  })
  const save = (input: ReturnType<typeof valuesOf>) =>
    write({
      send: () => create({ variables: { input } }),
      done: ({ createJob }) => `Job ${createJob?.job?.number ?? ''} is created.`,
      undo: ({ createJob }) => createJob?.job && removeJob(createJob.job),
      next: ({ createJob }) => {
        onCreated(createJob?.job?.id ?? '')
      },
    })
  return (
    <EditForm errors={errors} onSubmit={(form) => submit(valuesOf(form), save)}>
      <RecordPicker
        isSingle
        label="Site"
        noun="sites"
        ids={chosenIds}
        onChange={setChosenIds}
        error={errors.get('siteId')}
      />
      {siteId && (
        <RecordField
          key={siteId}
          label="Zones (none: the whole site)"
          noun="zones"
          where={{ siteIds: [siteId] }}
          name="zoneIds"
          chosen={siteId === siteIds[0] ? zoneIds : []}
          error={errors.get('zoneIds')}
        />
      )}
      <JobFields
        errors={errors}
        timeZone={siteId && site ? (site.address.timezone ?? 'UTC') : undefined}
        {...proposed}
      />
      <CreateActions isBusy={isBusy}>{children}</CreateActions>
    </EditForm>
  )
}
