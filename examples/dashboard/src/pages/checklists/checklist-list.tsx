import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  ChecklistOrderField,
  ChecklistRowFragment,
  ViewerQuery,
} from '../../../generated/graphql.js'
import { countOf, formatNumber, useTimeFormat } from '../../format.js'
import { type Filter, filtersFor } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { useListVariables } from '../../lists/use-list.js'
import { linkTo, type Route } from '../../route.js'

graphql(`
  fragment ChecklistRow on Checklist {
    id
    name
    version
    checksCount
    passPercentage
    updatedAt
    assetTypes(first: 100) {
      nodes {
        id
        name
        assetsCount
      }
    }
  }
`)
const CHECKLISTS = graphql(`
  query Checklists($filter: ChecklistFilter, $orderBy: [ChecklistOrder!], $after: String) {
    checklists(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...ChecklistRow
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

const FILTERS: readonly Filter[] = [
  { name: 'search', label: 'Name', kind: 'search' },
  { name: 'createdAt', label: 'Created', kind: 'days', isRare: true },
  { name: 'updatedAt', label: 'Changed', kind: 'days', isRare: true },
]
const ORDERS: Record<ChecklistOrderField, string> = {
  NAME: 'Name',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

/** The checklists of the company, each with its newest version, and the assets that are inspected with it. */
export function ChecklistList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const { data, previousData, error, refetch, fetchMore } = useQuery(CHECKLISTS, { variables })
  const { date } = useTimeFormat()
  const columns: readonly Column<ChecklistRowFragment>[] = [
    {
      ...{ label: 'Name', order: 'NAME' },
      text: ({ name }) => name,
      cell: ({ id, name }) => <a href={linkTo(`checklists/${id}`)}>{name}</a>,
    },
    { label: 'Version', isNumber: true, text: ({ version }) => formatNumber(version) },
    { label: 'Questions', isNumber: true, text: ({ checksCount }) => formatNumber(checksCount) },
    { label: 'Passes from', isNumber: true, text: ({ passPercentage }) => String(passPercentage) },
    {
      label: 'Asset types',
      text: ({ assetTypes }) => assetTypes.nodes.map(({ name }) => name).join(', '),
    },
    {
      label: 'Assets',
      isNumber: true,
      text: (checklist) => formatNumber(assetsOf(checklist)),
      cell: (checklist) => <AssetsLink checklist={checklist} />,
    },
    { label: 'Changed', order: 'UPDATED_AT', text: ({ updatedAt }) => date(updatedAt) },
  ]
  return (
    <ListPage
      title="Checklists"
      noun="checklist"
      {...{ route, filters, columns, error }}
      orders={ORDERS}
      page={(data ?? previousData)?.checklists}
      isComplete={data !== undefined}
      onRetry={refetch}
      onLoad={(after) => fetchMore({ variables: { after } })}
    >
      {viewer.role === 'ADMIN' && (
        <a className="button primary" href="#/checklists/new">
          New checklist
        </a>
      )}
    </ListPage>
  )
}

const assetsOf = ({ assetTypes }: ChecklistRowFragment) =>
  assetTypes.nodes.reduce((sum, { assetsCount }) => sum + assetsCount, 0)

function AssetsLink({ checklist }: { checklist: ChecklistRowFragment }) {
  const typeIds = checklist.assetTypes.nodes.map(({ id }) => id)
  const count = assetsOf(checklist)
  if (typeIds.length === 0) return 0
  return (
    <a href={linkTo('assets', { typeIds: typeIds.join() })} aria-label={countOf(count, 'asset')}>
      {formatNumber(count)}
    </a>
  )
}
