import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  ApiKeyFilter,
  ApiKeyOrderField,
  ApiKeyRowFragment,
} from '../../../generated/graphql.js'
import { formatNumber, labelOf, useTimeFormat } from '../../format.js'
import { filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { useListVariables } from '../../lists/use-list.js'
import { linkTo, type Route } from '../../route.js'

graphql(`
  fragment ApiKeyRow on ApiKey {
    id
    name
    prefix
    scopes
    addressRanges
    expiresAt
    lastUsedAt
    lastUsedAddress
    useCount
    revokedAt
    actsAs {
      id
      fullName
    }
  }
`)
const API_KEYS = graphql(`
  query ApiKeys($filter: ApiKeyFilter, $orderBy: [ApiKeyOrder!], $after: String) {
    viewer {
      company {
        id
        apiKeys(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
          edges {
            node {
              ...ApiKeyRow
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
  }
`)

const FILTERS = filtersOf<ApiKeyFilter>({
  revoked: { label: 'Revoked', kind: 'flag' },
  ids: { label: 'Ids', kind: 'texts', isRare: true },
})
const ORDERS: Record<ApiKeyOrderField, string> = { ID: 'Creation' }

/** The API keys of the company, with their limits and their last use. For admins. */
export function KeyList({ route }: { route: Route }) {
  const variables = useListVariables(route, FILTERS, ORDERS)
  const { data, previousData, error, refetch, fetchMore } = useQuery(API_KEYS, {
    variables,
    // The service counts the uses.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const { date, time } = useTimeFormat()
  const columns: readonly Column<ApiKeyRowFragment>[] = [
    {
      label: 'Name',
      text: ({ name }) => name,
      cell: ({ id, name }) => <a href={linkTo(`keys/${id}`)}>{name}</a>,
    },
    { label: 'Begins with', text: ({ prefix }) => prefix },
    { label: 'Acts as', text: ({ actsAs }) => actsAs?.fullName ?? 'User of the token' },
    { label: 'Scopes', text: ({ scopes }) => scopes?.map(labelOf).join(', ') ?? 'As its user' },
    { label: 'Addresses', text: ({ addressRanges }) => addressRanges?.join(', ') ?? 'Any' },
    { label: 'Last use', text: (key) => lastUseOf(key, time) },
    { label: 'Uses', isNumber: true, text: ({ useCount }) => formatNumber(useCount) },
    { label: 'End', text: (key) => endOf(key, date) },
  ]
  return (
    <ListPage
      title="API keys"
      noun="API key"
      {...{ route, columns, error }}
      filters={FILTERS}
      orders={ORDERS}
      page={(data ?? previousData)?.viewer.company.apiKeys ?? undefined}
      isComplete={data !== undefined}
      onRetry={refetch}
      onLoad={(after) => fetchMore({ variables: { after } })}
    >
      <a className="button primary" href="#/keys/new">
        New key
      </a>
    </ListPage>
  )
}

type Format = (instant: string | null) => string

const lastUseOf = ({ lastUsedAt, lastUsedAddress }: ApiKeyRowFragment, time: Format) =>
  lastUsedAt ? [time(lastUsedAt), lastUsedAddress].filter(Boolean).join(', ') : ''

const endOf = ({ revokedAt, expiresAt }: ApiKeyRowFragment, date: Format) => {
  if (revokedAt) return `Revoked ${date(revokedAt)}`
  if (!expiresAt) return ''
  return `${Date.parse(expiresAt) < Date.now() ? 'Expired' : 'Expires'} ${date(expiresAt)}`
}
