import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  ZoneFilter,
  ViewerQuery,
  ZoneOrderField,
  ZoneRowFragment,
} from '../../../generated/graphql.js'
import { useTimeFormat } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { linkTo, type Route } from '../../route.js'

graphql(`
  fragment ZoneRow on Zone {
    id
    name
    updatedAt
    assetsCount
    type {
      id
      name
    }
    site {
      id
      name
    }
  }
`)
const ZONES = graphql(`
  query Zones($filter: ZoneFilter, $orderBy: [ZoneOrder!], $after: String) {
    zones(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...ZoneRow
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

const FILTERS = filtersOf<ZoneFilter>({
  search: { label: 'Name', kind: 'search' },
  siteIds: { label: 'Site', kind: 'records', noun: 'sites' },
  typeIds: { label: 'Type', kind: 'records', noun: 'zoneTypes', isRare: true },
  ids: { label: 'Zones', kind: 'records', noun: 'zones', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Record<ZoneOrderField, string> = {
  NAME: 'Name',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

/** The zones behind the numbers of other pages. */
export function ZoneList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(ZONES, { variables })
  const { date } = useTimeFormat()
  const columns: readonly Column<ZoneRowFragment>[] = [
    { label: 'Zone', order: 'NAME', text: ({ name }) => name },
    { label: 'Type', text: ({ type }) => type.name },
    {
      label: 'Site',
      text: ({ site }) => site.name,
      cell: ({ site }) => <a href={linkTo(`sites/${site.id}`)}>{site.name}</a>,
    },
    {
      label: 'Changed',
      order: 'UPDATED_AT',
      text: ({ updatedAt }) => date(updatedAt),
      csv: ({ updatedAt }) => updatedAt,
    },
    {
      ...{ label: 'Assets', isNumber: true },
      text: ({ assetsCount }) => String(assetsCount),
      cell: ({ id, assetsCount }) => <a href={linkTo('assets', { zoneIds: id })}>{assetsCount}</a>,
    },
  ]
  return (
    <ListPage
      title="Zones"
      noun="zone"
      {...{ route, filters, columns }}
      orders={ORDERS}
      {...pageOf(result, ({ zones }) => zones)}
    />
  )
}
