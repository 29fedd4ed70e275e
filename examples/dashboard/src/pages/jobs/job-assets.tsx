import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { AssetFilter, JobPageQuery } from '../../../generated/graphql.js'
import { countOf } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

/** Assets of the job, each with its newest inspection in this job. */
const JOB_ASSETS = graphql(`
  query JobAssets($filter: AssetFilter!, $jobIds: [ID!]!, $after: String) {
    assets(first: 50, after: $after, filter: $filter, orderBy: [{ field: ZONE }, { field: CODE }]) {
      edges {
        node {
          id
          code
          type {
            id
            name
          }
          zone {
            id
            name
          }
          inJob: inspections(
            first: 1
            filter: { jobIds: $jobIds }
            orderBy: [{ field: INSPECTED_AT, direction: DESC }]
          ) {
            nodes {
              id
              outcome
            }
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
      totalCount
    }
  }
`)

type Job = Pick<NonNullable<JobPageQuery['job']>, 'id' | 'status' | 'progress' | 'site' | 'zones'>

interface Props {
  readonly job: Job
  readonly inspectionsCount: number
}

export function JobAssets({ job, inspectionsCount }: Props) {
  const zoneIds = job.zones.edges.map(({ node }) => node.id)
  const scope = zoneIds.length > 0 ? { zoneIds } : { siteIds: [job.site.id] }
  const left = { leftInJobIds: [job.id] }
  const inspected = { ...scope, statuses: IN_USE, not: left }
  return (
    <>
      <p>
        <a href={linkTo('assets', asParameters(scope))}>{countOf(job.progress.assets, 'asset')}</a>,{' '}
        <a href={linkTo('inspections', { jobIds: job.id })}>
          {countOf(inspectionsCount, 'inspection')}
        </a>
      </p>
      <div className="pair">
        <Assets title="Left" filter={left} job={job} />
        <Assets title="Inspected" filter={inspected} job={job} />
      </div>
    </>
  )
}

const IN_USE: AssetFilter['statuses'] = ['OK', 'OVERDUE', 'DEFECTIVE']

const asParameters = (scope: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(scope).map(([name, ids]) => [name, ids.join(',')]))

interface AssetsProps {
  readonly title: string
  readonly filter: AssetFilter
  readonly job: Job
}

function Assets({ title, filter, job }: AssetsProps) {
  const { data, error, refetch, fetchMore } = useQuery(JOB_ASSETS, {
    variables: { filter, jobIds: [job.id] },
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return null
  const { edges, pageInfo, totalCount } = data.assets
  const query: Record<string, string> = job.status === 'IN_PROGRESS' ? { job: job.id } : {}
  return (
    <section className="panel" aria-label={title}>
      <h2>
        {title} <span className="muted">{totalCount}</span>
      </h2>
      {totalCount === 0 && <p className="empty">None.</p>}
      <ul className="assets">
        {edges.map(({ node: { id, code, type, zone, inJob } }) => (
          <li key={id}>
            <a href={linkTo(`assets/${id}`, query)}>{code}</a>
            <span>
              {type.name}, {zone.name}
            </span>
            {inJob.nodes[0] && <Badge value={inJob.nodes[0].outcome} />}
          </li>
        ))}
      </ul>
      <InfiniteScroll
        cursor={pageInfo.hasNextPage ? pageInfo.endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
    </section>
  )
}
