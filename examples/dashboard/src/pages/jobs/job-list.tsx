import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type {
  JobFilter,
  JobOrderField,
  JobRowFragment,
  ViewerQuery,
} from '../../../generated/graphql.js'
import { labelOf, useTimeFormat } from '../../format.js'
import { filtersFor, filtersOf } from '../../lists/filters.js'
import { ListPage } from '../../lists/list-page.js'
import type { Column } from '../../lists/record-table.js'
import { pageOf, useListVariables } from '../../lists/use-list.js'
import { Badge } from '../../parts/badge.js'
import { linkTo, type Route } from '../../route.js'
import { JobViews, NewJobLink } from './job-views.js'

graphql(`
  fragment JobRow on Job {
    id
    number
    status
    late
    reference
    scheduledStart
    scheduledEnd
    type {
      id
      name
    }
    site {
      id
      name
    }
    technician {
      id
      fullName
    }
  }
`)
const JOBS = graphql(`
  query Jobs($filter: JobFilter, $orderBy: [JobOrder!], $after: String) {
    jobs(first: 20, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...JobRow
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

export const JOB_STATUSES = ['SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'COMPLETED', 'CANCELLED']

const FILTERS = filtersOf<JobFilter>({
  search: { label: 'Search', kind: 'search' },
  statuses: { label: 'Status', kind: 'values', values: JOB_STATUSES },
  late: { label: 'Late', kind: 'flag' },
  assigned: { label: 'Assigned', kind: 'flag' },
  technicianIds: { label: 'Technician', kind: 'records', noun: 'users' },
  siteIds: { label: 'Site', kind: 'records', noun: 'sites' },
  scheduledStart: { label: 'Scheduled start', kind: 'days' },
  clientIds: { label: 'Client', kind: 'records', noun: 'clients', isRare: true },
  zoneIds: { label: 'Zone', kind: 'records', noun: 'zones', isRare: true },
  typeIds: { label: 'Type', kind: 'records', noun: 'jobTypes', isRare: true },
  createdByIds: { label: 'Created by', kind: 'records', noun: 'users', isRare: true },
  ids: { label: 'Jobs', kind: 'records', noun: 'jobs', isRare: true },
  numbers: { label: 'Numbers', kind: 'numbers', isRare: true },
  scheduledEnd: { label: 'Scheduled end', kind: 'days', isRare: true },
  completedAt: { label: 'Completed', kind: 'days', isRare: true },
  createdAt: { label: 'Created', kind: 'days', isRare: true },
  updatedAt: { label: 'Changed', kind: 'days', isRare: true },
})
const ORDERS: Record<JobOrderField, string> = {
  SCHEDULED_START: 'Scheduled start',
  SCHEDULED_END: 'Scheduled end',
  NUMBER: 'Number',
  STATUS: 'Status',
  TYPE: 'Type',
  SITE: 'Site',
  CLIENT: 'Client',
  TECHNICIAN: 'Technician',
  REFERENCE: 'Reference',
  COMPLETED_AT: 'Completion',
  CREATED_AT: 'Creation',
  UPDATED_AT: 'Last change',
  ID: 'Age of the record',
}

/** The jobs by any filter and order of the graph. */
export function JobList({ route, viewer }: { route: Route; viewer: ViewerQuery['viewer'] }) {
  const filters = filtersFor(viewer, FILTERS)
  const variables = useListVariables(route, filters, ORDERS)
  const result = useQuery(JOBS, { variables })
  const { time } = useTimeFormat()
  const columns: readonly Column<JobRowFragment>[] = [
    {
      ...{ label: 'Job', order: 'NUMBER' },
      text: ({ number }) => String(number),
      cell: ({ id, number }) => <a href={linkTo(`jobs/${id}`)}>#{number}</a>,
    },
    { label: 'Type', order: 'TYPE', text: ({ type }) => type.name },
    {
      ...{ label: 'Site', order: 'SITE' },
      text: ({ site }) => site.name,
      cell: ({ site }) => <a href={linkTo(`sites/${site.id}`)}>{site.name}</a>,
    },
    { label: 'Technician', order: 'TECHNICIAN', text: ({ technician }) => technician.fullName },
    {
      label: 'Start',
      order: 'SCHEDULED_START',
      text: (job) => time(job.scheduledStart),
      csv: (job) => job.scheduledStart,
    },
    {
      ...{ label: 'Status', order: 'STATUS' },
      text: ({ status, late }) => labelOf(status) + (late ? ', late' : ''),
      cell: ({ status, late }) => (
        <>
          <Badge value={status} /> {late && <span className="late">Late</span>}
        </>
      ),
    },
  ]
  return (
    <>
      <JobViews current="list" />
      <ListPage
        title="Jobs"
        noun="job"
        {...{ route, filters, columns }}
        orders={ORDERS}
        {...pageOf(result, ({ jobs }) => jobs)}
      >
        {viewer.role === 'ADMIN' && <NewJobLink />}
      </ListPage>
    </>
  )
}
