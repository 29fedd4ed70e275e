import { useQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { graphql } from '../../../generated/index.js'
import type { WebhookDeliveryFilter, DeliveryRowFragment } from '../../../generated/graphql.js'
import { countOf } from '../../format.js'
import { FilterInput } from '../../lists/filter-input.js'
import { filtersOf } from '../../lists/filters.js'
import { useListVariables } from '../../lists/use-list.js'
import { InfiniteScroll } from '../../parts/infinite-scroll.js'
import { Loading, Problem } from '../../parts/problem.js'
import type { Route } from '../../route.js'
import { DeliveryTable } from './delivery-table.js'

const DELIVERIES = graphql(`
  query Deliveries($id: ID!, $filter: WebhookDeliveryFilter, $after: String) {
    webhook(id: $id) {
      id
      deliveries(first: 20, after: $after, filter: $filter) {
        edges {
          node {
            ...DeliveryRow
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
        totalCount
      }
    }
  }
`)

const FILTERS = filtersOf<Pick<WebhookDeliveryFilter, 'states' | 'types' | 'createdAt'>>({
  states: {
    ...{ label: 'State of the delivery', kind: 'values' },
    values: ['PENDING', 'DELIVERED', 'FAILED', 'HELD'],
  },
  types: { label: 'Events', kind: 'texts' },
  createdAt: { label: 'Written', kind: 'days' },
})

const PAGE = 20

/** How often the log is read while an event of its first page is about to be sent. */
const INTERVAL_MS = 3000

/** How soon. During an attempt, the next one would follow 30 seconds later. */
const SOON_MS = 60_000

interface Props {
  readonly id: string
  /** Whether the webhook is enabled. */
  readonly canSend: boolean
  readonly route: Route
}

/** The deliveries of a webhook, newest first, each with its attempts. */
export function DeliveryLog({ id, canSend, route }: Props) {
  const { filter } = useListVariables(route, FILTERS, {})
  const { data, previousData, error, refetch, fetchMore, startPolling, stopPolling } = useQuery(
    DELIVERIES,
    { variables: { id, filter }, fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
  )
  const page = (data ?? previousData)?.webhook?.deliveries
  const rows = page?.edges.map(({ node }) => node) ?? []
  const isMoving = rows.length <= PAGE && rows.some(isSentSoon)
  useEffect(() => {
    if (isMoving) startPolling(INTERVAL_MS)
    return stopPolling
  }, [isMoving, startPolling, stopPolling])
  return (
    <section className="panel log" aria-labelledby="deliveries">
      <h2 id="deliveries">Deliveries</h2>
      <search className="filters">
        {FILTERS.map((each) => (
          <FilterInput key={each.name} filter={each} route={route} />
        ))}
      </search>
      {error && <Problem error={error} onRetry={refetch} />}
      {!page && !error && <Loading />}
      {page && <p className="count">{countOf(page.totalCount, 'event')} of the last 30 days</p>}
      {rows.length > 0 && <DeliveryTable {...{ rows, canSend, route }} />}
      <InfiniteScroll
        when="button"
        cursor={data && page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null}
        onLoad={(after) => fetchMore({ variables: { after } })}
      />
    </section>
  )
}

const isSentSoon = ({ state, nextAttemptAt }: DeliveryRowFragment) =>
  state === 'PENDING' && Date.parse(nextAttemptAt) < Date.now() + SOON_MS
