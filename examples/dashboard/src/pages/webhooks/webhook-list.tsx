import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  WebhookFilter,
  ViewerQuery,
  WebhookOrderField,
  WebhookRowFragment,
} from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { linkTo, type Route } from '../../route.js'
import { stateOf } from './webhook-texts.js'

graphql(`
  fragment WebhookRow on Webhook {
    id
    url
    triggers
    createdAt
    disabledAt
    failingSince
  }
`)
const WEBHOOKS = graphql(`
  query Webhooks($filter: WebhookFilter, $orderBy: [WebhookOrder!], $after: String) {
    webhooks(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...WebhookRow
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

const FILTERS = filtersOf<WebhookFilter>({
  disabled: { label: 'Disabled', kind: 'flag' },
  ids: { label: 'Ids', kind: 'texts', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Record<Exclude<WebhookOrderField, 'ID'>, string> = {
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
}

interface Props {
  readonly route: Route
  readonly viewer: ViewerQuery['viewer']
}

/** The addresses to which the service sends events. For admins. */
export function WebhookList({ route, viewer }: Props) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(WEBHOOKS, {
    variables,
    // The service disables webhooks whose receivers fail.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const { date } = useTimeFormat()
  const columns: readonly Column<WebhookRowFragment>[] = [
    {
      label: 'Address',
      text: ({ url }) => url,
      cell: ({ id, url }) => (
        <a className="address" href={linkTo(`webhooks/${id}`)}>
          {url}
        </a>
      ),
    },
    { label: 'Events', text: ({ triggers }) => triggers.join(', ') },
    {
      label: 'State',
      text: (webhook) => labelOf(stateOf(webhook)),
      cell: (webhook) => <Badge value={stateOf(webhook)} />,
    },
    {
      label: 'Created',
      order: 'CREATED_AT',
      text: ({ createdAt }) => date(createdAt),
      csv: ({ createdAt }) => createdAt,
    },
  ]
  return (
    <ListPage
      title="Webhooks"
      noun="webhook"
      {...{ route, columns, filters }}
      orders={ORDERS}
      {...pageOf(result, ({ webhooks }) => webhooks ?? undefined)}
    >
      <a className="button primary" href="#/webhooks/new">
        New webhook
      </a>
    </ListPage>
  )
}
