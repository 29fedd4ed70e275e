import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { AssetRowFragment, ViewerQuery } from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import { filtersFor } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { linkTo, type Route } from '../../route.js'
import { FILTERS, ORDERS } from './asset-filters.js'
import { ScanButton } from './scan-button.js'

graphql(`
  fragment AssetRow on Asset {
    id
    code
    status
    riskLevel
    nextInspectionDueAt
    barcode {
      id
      data
    }
    type {
      id
      name
    }
    zone {
      id
      name
    }
    site {
      id
      name
    }
  }
`)
const ASSETS = graphql(`
  query Assets($filter: AssetFilter, $orderBy: [AssetOrder!], $after: String) {
    assets(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...AssetRow
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

/** The assets by any filter and order of the graph, found by their code or barcode. */
export function AssetList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(ASSETS, { variables })
  const { date } = useTimeFormat()
  const columns: readonly Column<AssetRowFragment>[] = [
    {
      ...{ label: 'Code', order: 'CODE', isCode: true },
      text: ({ code }) => code,
      cell: ({ id, code }) => <a href={linkTo(`assets/${id}`)}>{code}</a>,
    },
    { label: 'Barcode', isCode: true, text: ({ barcode }) => barcode?.data ?? '' },
    { label: 'Type', order: 'TYPE', text: ({ type }) => type.name },
    {
      ...{ label: 'Site', order: 'SITE' },
      text: ({ site, zone }) => `${site.name}, ${zone.name}`,
      cell: ({ site, zone }) => (
        <>
          <a href={linkTo(`sites/${site.id}`)}>{site.name}</a>, {zone.name}
        </>
      ),
    },
    {
      ...{ label: 'Risk', order: 'RISK' },
      text: ({ riskLevel }) => (riskLevel ? labelOf(riskLevel) : ''),
      cell: ({ riskLevel }) => (riskLevel ? <Badge value={riskLevel} /> : '–'),
    },
    {
      ...{ label: 'Next inspection', order: 'NEXT_INSPECTION_DUE_AT' },
      text: (asset) => date(asset.nextInspectionDueAt),
      csv: (asset) => asset.nextInspectionDueAt,
    },
    {
      ...{ label: 'Status', order: 'STATUS' },
      text: ({ status }) => labelOf(status),
      cell: ({ status }) => <Badge value={status} />,
    },
  ]
  return (
    <ListPage
      title="Assets"
      noun="asset"
      {...{ route, filters, columns }}
      orders={ORDERS}
      {...pageOf(result, ({ assets }) => assets)}
    >
      <div className="actions">
        <ScanButton />
        <a className="button primary" href="#/assets/new">
          New asset
        </a>
      </div>
    </ListPage>
  )
}
