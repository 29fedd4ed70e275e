import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { AssetOrderField, AssetRowFragment, ViewerQuery } from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import { type Filter, filtersFor } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { RISKS } from '../../risks.js'
import { linkTo, type Route } from '../../route.js'
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

const DUE_WITHIN = ['P1W', 'P30D', 'P3M', 'P1Y']
const STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']
const FILTERS: readonly Filter[] = [
  { name: 'search', label: 'Code, barcode or custom field', kind: 'search' },
  { name: 'statuses', label: 'Status', kind: 'values', values: STATUSES },
  { name: 'riskLevels', label: 'Risk', kind: 'values', values: RISKS },
  { name: 'siteIds', label: 'Site', kind: 'records', noun: 'sites' },
  { name: 'typeIds', label: 'Type', kind: 'records', noun: 'assetTypes' },
  { name: 'checklistIds', label: 'Checklist', kind: 'records', noun: 'checklists', isRare: true },
  { name: 'customField', label: 'Custom field', kind: 'customField', isRare: true },
  { name: 'overdue', label: 'Overdue', kind: 'flag', isRare: true },
  { name: 'dueWithin', label: 'Due within', kind: 'value', values: DUE_WITHIN, isRare: true },
  { name: 'neverInspected', label: 'Never inspected', kind: 'flag', isRare: true },
  { name: 'defective', label: 'Defective', kind: 'flag', isRare: true },
  { name: 'zoneIds', label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  { name: 'clientIds', label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  { name: 'leftInJobIds', label: 'Left in job', kind: 'records', noun: 'jobs', isRare: true },
  { name: 'ids', label: 'Assets', kind: 'records', noun: 'assets', isRare: true },
  { name: 'codes', label: 'Codes', kind: 'texts', isRare: true },
  { name: 'barcodes', label: 'Barcodes', kind: 'texts', isRare: true },
  { name: 'nextInspectionDueAt', label: 'Next inspection', kind: 'days', isRare: true },
  { name: 'lastInspectedAt', label: 'Last inspected', kind: 'days', isRare: true },
  { name: 'createdAt', label: 'Created', kind: 'days', isRare: true },
  { name: 'updatedAt', label: 'Changed', kind: 'days', isRare: true },
]
const ORDERS: Record<AssetOrderField, string> = {
  CODE: 'Code',
  STATUS: 'Status',
  RISK: 'Risk, most critical first',
  TYPE: 'Type',
  ZONE: 'Zone',
  SITE: 'Site',
  CLIENT: 'Client',
  NEXT_INSPECTION_DUE_AT: 'Next inspection',
  LAST_INSPECTED_AT: 'Last inspection',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

/** The assets by any filter and order of the graph, found by their code or barcode. */
export function AssetList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const { data, previousData, error, refetch, fetchMore } = useQuery(ASSETS, { variables })
  const { date } = useTimeFormat()
  const columns: readonly Column<AssetRowFragment>[] = [
    {
      ...{ label: 'Code', order: 'CODE' },
      text: ({ code }) => code,
      cell: ({ id, code }) => <a href={linkTo(`assets/${id}`)}>{code}</a>,
    },
    { label: 'Barcode', text: ({ barcode }) => barcode?.data ?? '' },
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
      {...{ route, filters, columns, error }}
      orders={ORDERS}
      page={(data ?? previousData)?.assets}
      isComplete={data !== undefined}
      onRetry={refetch}
      onLoad={(after) => fetchMore({ variables: { after } })}
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
