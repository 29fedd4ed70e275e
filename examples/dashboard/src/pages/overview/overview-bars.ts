import type { OverviewQuery } from '../../../generated/graphql.js'
import { formatNumber, labelOf } from '../../format.js'
import { type Bar, totalOf } from '../../parts/stacked-bars.js'
import { RISKS } from '../../risks.js'

const ASSET_STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']
const JOB_STATUSES = ['IN_PROGRESS', 'PAUSED', 'SCHEDULED']
const MAX_TECHNICIANS = 6

interface Group {
  readonly status: string | null
  readonly count: number
}

/** The inspections that passed and failed in each month, the oldest first, and the pass rate. */
export function inspectionsByMonth({ inspectionStatistics: { nodes } }: OverviewQuery): Bar[] {
  return nodes.toReversed().map(({ bucket, passedCount, failedCount, passRate }) => ({
    label: monthOf(bucket?.date ?? ''),
    counts: { FAILED: failedCount, PASSED: passedCount },
    note: passRate === null ? '–' : `${Math.round(passRate * 100)}%`,
  }))
}

export function assetsByRisk({ assetStatistics: { nodes } }: OverviewQuery): Bar[] {
  const bars = RISKS.map((risk) =>
    toBar(
      labelOf(risk),
      nodes.filter(({ riskLevel }) => riskLevel === risk),
      ASSET_STATUSES,
    ),
  )
  const unknown = nodes.filter(({ riskLevel }) => riskLevel === null)
  return unknown.length > 0 ? [...bars, toBar('Unknown', unknown, ASSET_STATUSES)] : bars
}

/** The technicians with the most open jobs. */
export function openJobsByTechnician({ jobStatistics: { nodes } }: OverviewQuery): Bar[] {
  const groups = Map.groupBy(nodes, ({ technician }) => technician?.id)
  return [...groups.values()]
    .map((list) => toBar(list[0]?.technician?.fullName ?? 'Unknown', list, JOB_STATUSES))
    .sort((one, other) => totalOf(other.counts) - totalOf(one.counts))
    .slice(0, MAX_TECHNICIANS)
}

function toBar(label: string, groups: readonly Group[], statuses: readonly string[]): Bar {
  const countOf = (status: string) =>
    groups.filter((group) => group.status === status).reduce((sum, { count }) => sum + count, 0)
  const counts = Object.fromEntries(statuses.map((status) => [status, countOf(status)]))
  return { label, counts, note: formatNumber(totalOf(counts)) }
}

/** `January 2027`, of a date, which is midnight in UTC. */
const monthOf = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
