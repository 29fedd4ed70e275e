import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  InspectionFilter,
  InspectionOrderField,
  InspectionRowFragment,
  ViewerQuery,
} from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { linkTo, type Route } from '../../route.js'

graphql(`
  fragment InspectionRow on Inspection {
    id
    inspectedAt
    outcome
    score
    note
    voidReason
    asset {
      id
      code
    }
    inspector {
      id
      fullName
    }
    job {
      id
      number
    }
  }
`)
const INSPECTIONS = graphql(`
  query Inspections($filter: InspectionFilter, $orderBy: [InspectionOrder!], $after: String) {
    inspections(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...InspectionRow
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

const FILTERS = filtersOf<InspectionFilter>({
  search: { label: 'Search', kind: 'search' },
  outcomes: { label: 'Outcome', kind: 'values', values: ['PASSED', 'FAILED'] },
  inspectedAt: { label: 'Inspected', kind: 'days' },
  inspectorIds: { label: 'Inspector', kind: 'records', noun: 'users' },
  siteIds: { label: 'Site', kind: 'records', noun: 'sites' },
  assetIds: { label: 'Asset', kind: 'records', noun: 'assets', isRare: true },
  jobIds: { label: 'Job', kind: 'records', noun: 'jobs', isRare: true },
  typeIds: { label: 'Type', kind: 'records', noun: 'assetTypes', isRare: true },
  zoneIds: { label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  clientIds: { label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  ids: { label: 'Ids', kind: 'texts', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Record<InspectionOrderField, string> = {
  INSPECTED_AT: 'Time of the inspection',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

interface Props {
  readonly route: Route
  readonly viewer: ViewerQuery['viewer']
}

/** The inspections behind the figures of other pages. Admins can list those that were voided, too. */
export function InspectionList({ route, viewer }: Props) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(INSPECTIONS, { variables })
  const { time } = useTimeFormat()
  const columns: readonly Column<InspectionRowFragment>[] = [
    {
      ...{ label: 'Asset', isCode: true },
      text: ({ asset }) => asset.code,
      cell: ({ asset }) => <a href={linkTo(`assets/${asset.id}`)}>{asset.code}</a>,
    },
    {
      label: 'Outcome',
      text: ({ outcome }) => labelOf(outcome),
      cell: ({ outcome }) => <Badge value={outcome} />,
    },
    { label: 'Score', isNumber: true, text: ({ score }) => String(score ?? '') },
    {
      ...{ label: 'Time', order: 'INSPECTED_AT' },
      text: ({ inspectedAt }) => time(inspectedAt),
      csv: ({ inspectedAt }) => inspectedAt,
      cell: ({ id, inspectedAt }) => <a href={linkTo(`inspections/${id}`)}>{time(inspectedAt)}</a>,
    },
    { label: 'Inspector', text: ({ inspector }) => inspector.fullName },
    {
      label: 'Job',
      text: ({ job }) => String(job?.number ?? ''),
      cell: ({ job }) => (job ? <a href={linkTo(`jobs/${job.id}`)}>#{job.number}</a> : '–'),
    },
    {
      label: 'Note',
      text: ({ note, voidReason }) =>
        voidReason === null ? (note ?? '') : `Voided: ${voidReason}`,
    },
  ]
  return (
    <ListPage
      title="Inspections"
      noun="inspection"
      {...{ route, columns, filters }}
      orders={ORDERS}
      {...pageOf(result, ({ inspections }) => inspections)}
    />
  )
}
