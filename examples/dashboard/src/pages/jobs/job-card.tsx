import { useMutation } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { JobCardFragment } from '../../../generated/graphql.js'
import { useTimeFormat } from '../../format.js'
import { describeError } from '../../parts/problem.js'
import { useToast } from '../../parts/toasts.js'
import { linkTo } from '../../route.js'
import { START_JOB, startedText } from './start-job.js'

graphql(`
  fragment JobCard on Job {
    id
    number
    status
    late
    scheduledStart
    startedAt
    completedAt
    type {
      id
      name
    }
    site {
      id
      name
    }
    technician {
      id
      fullName
    }
  }
`)

interface Props {
  readonly job: JobCardFragment
  readonly onStarted: () => void
  readonly onRefused: (message: string) => void
}

export function JobCard({ job, onStarted, onRefused }: Props) {
  const { time } = useTimeFormat()
  const [start, { loading }] = useMutation(START_JOB)
  const show = useToast()

  // The cache has the expected job until the response arrives. If it is an error, Apollo restores the job as it was.
  const startNow = async () => {
    const startedAt = new Date().toISOString()
    const started = { __typename: 'Job', id: job.id, status: 'IN_PROGRESS', startedAt } as const
    onRefused('')
    try {
      const { data } = await start({
        variables: { id: job.id },
        optimisticResponse: {
          __typename: 'Mutation',
          startJob: { __typename: 'StartJobPayload', job: started, userErrors: [] },
        },
      })
      const messages = data?.startJob?.userErrors.map(({ message }) => message) ?? []
      if (messages.length > 0) onRefused(`Job ${job.number}: ${messages.join(' ')}`)
      else {
        show({ text: startedText(job.number) })
        onStarted()
      }
    } catch (error) {
      onRefused(`Job ${job.number}: ${describeError(error)}`)
    }
  }
  return (
    <article
      className="job"
      data-tone={job.status.toLowerCase()}
      aria-busy={loading}
      aria-label={`Job ${job.number}`}
    >
      <h3>
        {job.type.name} <a href={linkTo(`jobs/${job.id}`)}>#{job.number}</a>
      </h3>
      <p>
        <a href={`#/sites/${job.site.id}`}>{job.site.name}</a>
      </p>
      <p className="muted spread">
        <span>{job.technician.fullName}</span>
        <span>{time(job.completedAt ?? job.startedAt ?? job.scheduledStart)}</span>
      </p>
      {job.late && <p className="late">Late</p>}
      {job.status === 'SCHEDULED' && (
        <button type="button" onClick={() => void startNow()}>
          Start
        </button>
      )}
    </article>
  )
}
