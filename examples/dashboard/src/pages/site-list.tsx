import { useQuery } from '@apollo/client/react'
import { graphql } from '../../generated/index.js'
import type { RiskLevel, SiteOrderField } from '../../generated/graphql.js'
import { countOf } from '../format.js'
import { InfiniteScroll } from '../parts/infinite-scroll.js'
import { Loading, Problem } from '../parts/problem.js'
import type { Route } from '../route.js'
import { SiteFilters } from './site-filters.js'
import { SiteTable } from './site-table.js'

const SITES = graphql(`
  query Sites($filter: SiteFilter, $orderBy: [SiteOrder!], $after: String) {
    sites(first: 15, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...SiteRow
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

/** All sites, filtered and sorted by the service. The query of the route has the filter, so that "back" restores it. */
export function SiteList({ route }: { route: Route }) {
  const { query } = route
  const risk = query.get('risk') as RiskLevel | null
  const result = useQuery(SITES, {
    variables: {
      filter: {
        search: query.get('search'),
        riskLevels: risk && [risk],
        failing: query.has('failing') || null,
      },
      orderBy: [
        {
          field: (query.get('sort') ?? 'NAME') as SiteOrderField,
          direction: query.has('descending') ? 'DESC' : 'ASC',
        },
      ],
    },
  })
  // While another filter loads, the sites of the last one stay.
  const sites = (result.data ?? result.previousData)?.sites
  const cursor = sites?.pageInfo.hasNextPage && result.data ? sites.pageInfo.endCursor : null
  return (
    <>
      <title>Sites · Field inspections</title>
      <h1>Sites</h1>
      <SiteFilters route={route} />
      {result.error && <Problem error={result.error} onRetry={result.refetch} />}
      {!sites && !result.error && <Loading />}
      {sites && (
        <>
          <p className="count" role="status">
            {countOf(sites.totalCount, 'site')}
          </p>
          <SiteTable sites={sites.edges.map(({ node }) => node)} />
          <InfiniteScroll
            cursor={cursor}
            onLoad={(after) => result.fetchMore({ variables: { after } })}
          />
        </>
      )}
    </>
  )
}
