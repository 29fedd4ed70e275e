import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  ChecklistFilter,
  ChecklistOrderField,
  ChecklistRowFragment,
  ViewerQuery,
} from '../../../generated/graphql.js'
import { formatNumber, useTimeFormat } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { linkTo, type Route } from '../../route.js'

graphql(`
  fragment ChecklistRow on Checklist {
    id
    name
    version
    checksCount
    passPercentage
    updatedAt
    # Each number of assets is counted.
    assetTypes(first: 3, orderBy: [{ field: NAME }]) {
      nodes {
        id
        name
        assetsCount
      }
      totalCount
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

const FILTERS = filtersOf<ChecklistFilter>({
  search: { label: 'Name', kind: 'search' },
  ids: { label: 'Checklists', kind: 'records', noun: 'checklists', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
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
  const result = useQuery(CHECKLISTS, { variables })
  const { date } = useTimeFormat()
  const columns: readonly Column<ChecklistRowFragment>[] = [
    {
      ...{ label: 'Name', order: 'NAME' },
      text: ({ name }) => name,
      cell: ({ id, name }) => <a href={linkTo(`checklists/${id}`)}>{name}</a>,
    },
    { label: 'Version', isNumber: true, text: ({ version }) => formatNumber(version) },
    {
      ...{ label: 'Questions', isNumber: true },
      text: ({ checksCount }) => formatNumber(checksCount),
      cell: ({ id, checksCount }) => (
        <a href={linkTo(`checklists/${id}`)}>{formatNumber(checksCount)}</a>
      ),
    },
    { label: 'Passes from', isNumber: true, text: ({ passPercentage }) => String(passPercentage) },
    {
      label: 'Assets by type',
      text: ({ assetTypes }) => assetTypes.nodes.map(textOf).join(', '),
      cell: (checklist) => <Types checklist={checklist} />,
    },
    {
      label: 'Changed',
      order: 'UPDATED_AT',
      text: ({ updatedAt }) => date(updatedAt),
      csv: ({ updatedAt }) => updatedAt,
    },
  ]
  return (
    <ListPage
      title="Checklists"
      noun="checklist"
      {...{ route, filters, columns }}
      orders={ORDERS}
      {...pageOf(result, ({ checklists }) => checklists)}
    >
      {viewer.role === 'ADMIN' && (
        <a className="button primary" href="#/checklists/new">
          New checklist
        </a>
      )}
    </ListPage>
  )
}

type AssetType = ChecklistRowFragment['assetTypes']['nodes'][number]

const textOf = ({ name, assetsCount }: AssetType) => `${name}: ${formatNumber(assetsCount)}`

/** The first asset types that have the checklist, each with a link to its assets. */
function Types({ checklist: { id, assetTypes } }: { checklist: ChecklistRowFragment }) {
  const { nodes, totalCount } = assetTypes
  if (totalCount === 0) return <span className="muted">Not in use</span>
  return (
    <ul>
      {nodes.map((type) => (
        <li key={type.id}>
          <a href={linkTo('assets', { typeIds: type.id })}>{textOf(type)}</a>
        </li>
      ))}
      {totalCount > nodes.length && (
        <li>
          <a href={linkTo(`checklists/${id}`)}>{totalCount - nodes.length} more</a>
        </li>
      )}
    </ul>
  )
}
