import { graphql } from '../../generated/index.js'
import type { JobBoardQuery, JobCardFragment } from '../../generated/graphql.js'
import { labelOf } from '../format.js'

graphql(`
  fragment JobColumn on JobConnection {
    totalCount
    nodes {
      ...JobCard
    }
  }
`)

const STATUSES = ['SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'COMPLETED'] as const

/** A column of the board. `count` includes jobs that are not on the page. */
export interface JobColumn {
  readonly status: string
  readonly label: string
  readonly jobs: readonly JobCardFragment[]
  readonly count: number
}

/**
 * Puts each job into the column of its status now. A mutation, also an optimistic one, changes the status of the job in the
 * cache: the job moves although the lists are those of the last request.
 */
export function columnsOf(board: JobBoardQuery): JobColumn[] {
  const all = STATUSES.flatMap((status) => board[status].nodes)
  return STATUSES.map((status) => {
    const { nodes, totalCount } = board[status]
    const listed = new Set(nodes.map(({ id }) => id))
    const stayed = nodes.filter((job) => job.status === status)
    const arrived = all.filter((job) => job.status === status && !listed.has(job.id))
    const left = nodes.length - stayed.length
    return {
      status,
      label: labelOf(status),
      jobs: [...arrived, ...stayed],
      count: totalCount - left + arrived.length,
    }
  })
}
