import { useQuery } from '@apollo/client/react'
import { graphql } from '../../../generated/index.js'
import type { JobCardFragment, JobOrder, JobStatus } from '../../../generated/graphql.js'
import { labelOf } from '../../format.js'

const COLUMN = graphql(`
  query JobColumn($filter: JobFilter!, $orderBy: [JobOrder!], $after: String) {
    jobs(first: 12, after: $after, filter: $filter, orderBy: $orderBy) {
      edges {
        node {
          ...JobCard
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

/** What the service has sent for the column of a status. */
interface Loaded {
  readonly status: JobStatus
  readonly jobs: readonly JobCardFragment[]
  readonly totalCount: number
}

/** A column of the board. `count` includes jobs that are not loaded. */
interface JobColumn {
  readonly status: JobStatus
  readonly label: string
  readonly jobs: readonly JobCardFragment[]
  readonly count: number
}

const ORDERS: Partial<Record<JobStatus, JobOrder>> = {
  COMPLETED: { field: 'COMPLETED_AT', direction: 'DESC' },
  CANCELLED: { field: 'SCHEDULED_START', direction: 'DESC' },
}

/** Reads the jobs with a status, page after page: of finished ones the last one first, otherwise the earliest. */
export function useColumn(status: JobStatus, technicianIds: string[] | null) {
  const { data, error, refetch, fetchMore } = useQuery(COLUMN, {
    variables: {
      filter: { statuses: [status], technicianIds },
      orderBy: [ORDERS[status] ?? { field: 'SCHEDULED_START' }],
    },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  })
  const { pageInfo, totalCount = 0, edges = [] } = data?.jobs ?? {}
  return {
    ...{ status, totalCount, error, refetch },
    isLoaded: data !== undefined,
    jobs: edges.map(({ node }) => node),
    cursor: pageInfo?.hasNextPage ? pageInfo.endCursor : null,
    loadMore: (after: string) => fetchMore({ variables: { after } }),
  }
}

/**
 * Puts each job into the column of its status now. A mutation, also an optimistic one, changes the status of the job in the
 * cache: the job moves although the lists are those of the last request.
 */
export function columnsOf(loaded: readonly Loaded[]): JobColumn[] {
  const all = loaded.flatMap(({ jobs }) => jobs)
  return loaded.map(({ status, jobs, totalCount }) => {
    const listed = new Set(jobs.map(({ id }) => id))
    const stayed = jobs.filter((job) => job.status === status)
    const arrived = all.filter((job) => job.status === status && !listed.has(job.id))
    const left = jobs.length - stayed.length
    return {
      status,
      label: labelOf(status),
      jobs: [...arrived, ...stayed],
      count: totalCount - left + arrived.length,
    }
  })
}
