import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  SiteFilter,
  SiteOrderField,
  SiteRowFragment,
  ViewerQuery,
} from '../../../generated/graphql.js'
import { labelOf } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { RISKS } from '../../risks.js'
import { linkTo, OPEN_JOBS, type Route } from '../../route.js'

graphql(`
  fragment SiteRow on Site {
    id
    name
    riskLevel
    failing
    openJobsCount
    assetsCount
    address {
      city
    }
    client {
      id
      legalName
    }
  }
`)
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

const FILTERS = filtersOf<SiteFilter>({
  search: { label: 'Search', kind: 'search' },
  riskLevels: { label: 'Risk', kind: 'values', values: RISKS },
  failing: { label: 'Failing', kind: 'flag' },
  clientIds: { label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  managerIds: { label: 'Manager', kind: 'records', noun: 'users', isRare: true },
  ids: { label: 'Sites', kind: 'records', noun: 'sites', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Record<SiteOrderField, string> = {
  NAME: 'Name',
  FAILING: 'State',
  CITY: 'City',
  CLIENT: 'Client',
  MANAGER: 'Manager',
  RISK: 'Risk, most critical first',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

const COLUMNS: readonly Column<SiteRowFragment>[] = [
  {
    ...{ label: 'Site', order: 'NAME' },
    text: ({ name }) => name,
    cell: ({ id, name }) => <a href={linkTo(`sites/${id}`)}>{name}</a>,
  },
  { label: 'City', order: 'CITY', text: ({ address }) => address.city ?? '' },
  {
    ...{ label: 'Client', order: 'CLIENT' },
    text: ({ client }) => client.legalName,
    cell: ({ client }) => (
      <a href={linkTo('sites', { clientIds: client.id })}>{client.legalName}</a>
    ),
  },
  {
    ...{ label: 'Risk', order: 'RISK' },
    text: ({ riskLevel }) => (riskLevel ? labelOf(riskLevel) : ''),
    cell: ({ riskLevel }) => (riskLevel ? <Badge value={riskLevel} /> : '–'),
  },
  {
    ...{ label: 'State', order: 'FAILING' },
    text: ({ failing }) => (failing ? 'Failing' : 'OK'),
    cell: ({ failing }) => <Badge value={failing ? 'FAILING' : 'OK'} />,
  },
  {
    ...{ label: 'Assets', isNumber: true },
    text: ({ assetsCount }) => String(assetsCount),
    cell: ({ id, assetsCount }) => <a href={linkTo('assets', { siteIds: id })}>{assetsCount}</a>,
  },
  {
    ...{ label: 'Open jobs', isNumber: true },
    text: ({ openJobsCount }) => String(openJobsCount),
    cell: ({ id, openJobsCount }) => (
      <a href={linkTo('jobs', { siteIds: id, statuses: OPEN_JOBS })}>{openJobsCount}</a>
    ),
  },
]

/** The sites by any filter and order of the graph. */
export function SiteList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(SITES, { variables })
  return (
    <ListPage
      title="Sites"
      noun="site"
      {...{ route, filters }}
      columns={COLUMNS}
      orders={ORDERS}
      {...pageOf(result, ({ sites }) => sites)}
    >
      {viewer.role === 'ADMIN' && (
        <a className="button primary" href="#/sites/new">
          New site
        </a>
      )}
    </ListPage>
  )
}
