import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { graphql } from '../../../generated/index.js'
import type { FindingFilter, FindingOrderField, ViewerQuery } from '../../../generated/graphql.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { RISKS } from '../../risks.js'
import type { Route } from '../../route.js'
import { useFindingColumns } from './finding-columns.js'
import { JobFromFindings } from './job-from-findings.js'

const FINDINGS = graphql(`
  query Findings($filter: FindingFilter, $orderBy: [FindingOrder!], $after: String) {
    findings(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...FindingRow
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

const FILTERS = filtersOf<FindingFilter>({
  search: { label: 'Search', kind: 'search' },
  statuses: { label: 'Status', kind: 'values', values: ['OPEN', 'RESOLVED', 'ACCEPTED'] },
  severities: { label: 'Severity', kind: 'values', values: RISKS },
  overdue: { label: 'Overdue', kind: 'flag' },
  siteIds: { label: 'Site', kind: 'records', noun: 'sites' },
  dueAt: { label: 'Due', kind: 'days', isRare: true },
  assetIds: { label: 'Asset', kind: 'records', noun: 'assets', isRare: true },
  typeIds: { label: 'Type', kind: 'records', noun: 'assetTypes', isRare: true },
  zoneIds: { label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  clientIds: { label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  jobIds: { label: 'Job', kind: 'records', noun: 'jobs', isRare: true },
  inspectionIds: { label: 'Ids of inspections', kind: 'texts', isRare: true },
  ids: { label: 'Ids', kind: 'texts', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Partial<Record<FindingOrderField, string>> = {
  DUE_AT: 'Due date',
  STATUS: 'Status',
  SEVERITY: 'Severity',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
}

/** What is wrong with assets. Open findings are first, unless the order is that of the status. Admins can create a job for some of them. */
export function FindingList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const { filter, orderBy } = useListVariables(route, filters, ORDERS)
  const isByStatus = orderBy.some(({ field }) => field === 'STATUS')
  const variables = {
    filter,
    orderBy: isByStatus ? orderBy : [{ field: 'STATUS' as const }, ...orderBy],
  }
  const result = useQuery(FINDINGS, { variables })
  const [selected, setSelected] = useState<readonly string[]>([])
  const isAdmin = viewer.role === 'ADMIN'
  const columns = useFindingColumns({ isAdmin, selected, onSelect: setSelected })
  return (
    <>
      <ListPage
        title="Findings"
        noun="finding"
        {...{ route, columns, filters }}
        orders={ORDERS}
        {...pageOf(result, ({ findings }) => findings)}
      />
      {selected.length > 0 && (
        <JobFromFindings
          ids={selected}
          onCreated={() => {
            setSelected([])
          }}
        />
      )}
    </>
  )
}
