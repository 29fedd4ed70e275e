import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { JobPageQuery } from '../../../generated/graphql.js'
import { countOf } from '../../format.js'
import { Badge } from '../../parts/badge.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Problem } from '../../parts/problem.js'
import { linkTo } from '../../route.js'

/** The assets that the job is about, each with its newest inspection in this job. */
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
    inspections(first: 1, filter: { jobIds: $jobIds }) {
      totalCount
    }
  }
`)

type Job = Pick<NonNullable<JobPageQuery['job']>, 'id' | 'status' | 'site' | 'zones'>

export function JobAssets({ job }: { job: Job }) {
  const zoneIds = job.zones.edges.map(({ node }) => node.id)
  const scope = zoneIds.length > 0 ? { zoneIds } : { siteIds: [job.site.id] }
  const { data, error, refetch, fetchMore } = useQuery(JOB_ASSETS, {
    variables: {
      filter: { ...scope, statuses: ['OK', 'OVERDUE', 'DEFECTIVE'] },
      jobIds: [job.id],
    },
  })
  if (error && !data) return <Problem error={error} onRetry={refetch} />
  if (!data) return null
  const assets = data.assets.edges.map(({ node }) => node)
  const left = assets.filter(({ inJob }) => inJob.nodes.length === 0)
  const inspected = assets.filter(({ inJob }) => inJob.nodes.length > 0)
  const { hasNextPage, endCursor } = data.assets.pageInfo
  const linkOf = (id: string) =>
    linkTo(`assets/${id}`, job.status === 'IN_PROGRESS' ? { job: job.id } : {})
  return (
    <>
      <p>
        <a href={linkTo('assets', asParameters(scope))}>
          {countOf(data.assets.totalCount, 'asset')}
        </a>
        ,{' '}
        <a href={linkTo('inspections', { jobIds: job.id })}>
          {countOf(data.inspections.totalCount, 'inspection')}
        </a>
      </p>
      <div className="pair">
        <Assets title="Left" assets={left} linkOf={linkOf} hasMore={hasNextPage} />
        <Assets title="Inspected" assets={inspected} linkOf={linkOf} hasMore={hasNextPage} />
      </div>
      <InfiniteScroll
        cursor={hasNextPage ? endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
    </>
  )
}

const asParameters = (scope: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(scope).map(([name, ids]) => [name, ids.join(',')]))

interface Props {
  readonly title: string
  readonly assets: readonly {
    readonly id: string
    readonly code: string
    readonly type: { readonly name: string }
    readonly zone: { readonly name: string }
    readonly inJob: { readonly nodes: readonly { readonly outcome: string }[] }
  }[]
  readonly linkOf: (id: string) => string
  /** Whether more assets follow that are not loaded yet. */
  readonly hasMore: boolean
}

const Assets = ({ title, assets, linkOf, hasMore }: Props) => (
  <section className="panel" aria-label={title}>
    <h2>
      {title}{' '}
      <span className="muted">
        {assets.length}
        {hasMore && ' of those loaded'}
      </span>
    </h2>
    {assets.length === 0 && <p className="empty">None.</p>}
    <ul className="assets">
      {assets.map(({ id, code, type, zone, inJob: { nodes } }) => (
        <li key={id}>
          <a href={linkOf(id)}>{code}</a>
          <span>
            {type.name}, {zone.name}
          </span>
          {nodes[0] && <Badge value={nodes[0].outcome} />}
        </li>
      ))}
    </ul>
  </section>
)
