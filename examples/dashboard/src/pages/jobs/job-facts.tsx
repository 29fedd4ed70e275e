import type { JobPageQuery } from '../../../generated/graphql.js'
import { countOf, formatNumber, minutesOf, useTimeFormat } from '../../format.js'
import { Facts } from '../../parts/facts.js'
import { ReportLink } from '../../parts/report-link.js'
import { Separated } from '../../parts/separated.js'
import { linkTo } from '../../route.js'
import { API_URL } from '../../session.js'
import { assetsOf } from './job-assets.js'

type Job = NonNullable<JobPageQuery['job']>

/** What is known about a job. */
export function JobFacts({ job }: { job: Job }) {
  const { time } = useTimeFormat()
  const { site, technician, zones, conflicts, progress } = job
  const facts = [
    ['Type', job.type.name],
    ['Client', <a href={linkTo(`clients/${site.client.id}`)}>{site.client.legalName}</a>],
    [
      'Technician',
      <a href={linkTo('jobs', { technicianIds: technician.id })}>{technician.fullName}</a>,
    ],
    ['Zones', zones.edges.length > 0 ? <Zones job={job} /> : 'The whole site'],
    ['Conflicts', conflicts.nodes.length > 0 ? <Conflicts job={job} /> : 'None'],
    ['Scheduled', `${time(job.scheduledStart)} – ${time(job.scheduledEnd)}`],
    ['Started', time(job.startedAt)],
    ['Completed', time(job.completedAt)],
    ['Worked', minutesOf(job.totalMinutes)],
    [
      'Inspected',
      <>
        <a href={linkTo('inspections', { jobIds: job.id })}>{formatNumber(progress.inspected)}</a>{' '}
        of <a href={assetsOf(job)}>{countOf(progress.assets, 'asset')}</a>
      </>,
    ],
    [
      'Left',
      <a href={linkTo('assets', { leftInJobIds: job.id })}>
        {countOf(progress.remaining, 'asset')}
      </a>,
    ],
    ['Reference', job.reference ?? '–'],
    ['Signed by', <SignedBy job={job} />],
    ['Report', <ReportLink report={job.report} />],
    ['Instructions', job.specialInstructions ?? '–'],
  ] as const
  return <Facts facts={facts} />
}

/** The other open jobs of the technician at the same time. */
const Conflicts = ({ job: { conflicts } }: { job: Job }) => (
  <a className="late" href={linkTo('jobs', { ids: conflicts.nodes.map(({ id }) => id).join(',') })}>
    {countOf(conflicts.nodes.length, 'job')}
  </a>
)

const Zones = ({ job: { zones } }: { job: Job }) => (
  <Separated items={zones.edges} keyOf={({ node }) => node.id}>
    {({ node: { id, name } }) => <a href={linkTo('assets', { zoneIds: id })}>{name}</a>}
  </Separated>
)

function SignedBy({ job }: { job: Job }) {
  const { signature, signatureName, requiresSignature } = job
  if (!signature) return signatureName ?? (requiresSignature ? 'Not signed yet' : '–')
  return (
    <>
      {signature.name}
      <img
        className="picture-field"
        src={`${API_URL}${signature.url}`}
        alt={`Signature of ${signature.name}`}
      />
    </>
  )
}
