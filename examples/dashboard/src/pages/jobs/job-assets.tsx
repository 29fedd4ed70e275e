import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { AssetFilter, JobPageQuery } from '../../../generated/graphql.js'
import { countOf, formatNumber } from '../../format.js'
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
type Scope = Pick<Job, 'site' | 'zones'>

interface Props {
  readonly job: Job
  readonly inspectionsCount: number
}

export function JobAssets({ job, inspectionsCount }: Props) {
  const left = { leftInJobIds: [job.id] }
  const inspected = { ...scopeOf(job), statuses: [...IN_USE], not: left }
  const inspections = linkTo('inspections', { jobIds: job.id })
  return (
    <>
      <p>
        <a href={assetsOf(job)}>{countOf(job.progress.assets, 'asset')}</a>,{' '}
        <a href={inspections}>{countOf(inspectionsCount, 'inspection')}</a>
      </p>
      <div className="pair">
        <Assets
          title="Left"
          filter={left}
          list={linkTo('assets', { leftInJobIds: job.id })}
          job={job}
        />
        <Assets title="Inspected" filter={inspected} list={inspections} job={job} />
      </div>
    </>
  )
}

/** The list of the assets that the job is about. */
export function assetsOf(job: Scope): string {
  const scope = Object.entries(scopeOf(job)).map(([name, ids]) => [name, ids.join()] as const)
  return linkTo('assets', { ...Object.fromEntries(scope), statuses: IN_USE.join() })
}

const IN_USE = ['OK', 'OVERDUE', 'DEFECTIVE'] as const

/** The zones of the job; without any, its site. */
function scopeOf({ zones, site }: Scope): Record<string, string[]> {
  const zoneIds = zones.edges.map(({ node }) => node.id)
  return zoneIds.length > 0 ? { zoneIds } : { siteIds: [site.id] }
}

interface AssetsProps {
  readonly title: string
  readonly filter: AssetFilter
  /** The address of the list behind the number of the assets. */
  readonly list: string
  readonly job: Job
}

function Assets({ title, filter, list, job }: AssetsProps) {
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
        {title} <a href={list}>{formatNumber(totalCount)}</a>
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
