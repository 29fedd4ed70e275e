import type { OverviewQuery } from '../../../generated/graphql.js'
import { formatNumber, labelOf } from '../../format.js'
import { type Bar, totalOf } from '../../parts/stacked-bars.js'
import { RISKS } from '../../risks.js'
import { linkTo, OPEN_JOBS } from '../../route.js'

const ASSET_STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']
const JOB_STATUSES = ['IN_PROGRESS', 'PAUSED', 'SCHEDULED']
const MAX_TECHNICIANS = 6

interface Group {
  readonly status: string | null
  readonly count: number
}

/** The inspections that passed and failed in each month, the oldest first, and the pass rate. */
export function inspectionsByMonth({ inspectionStatistics: { nodes } }: OverviewQuery): Bar[] {
  return nodes.toReversed().map(({ bucket, passedCount, failedCount, passRate }) => {
    const first = bucket?.date
    return {
      label: monthOf(first ?? ''),
      counts: { FAILED: failedCount, PASSED: passedCount },
      note: passRate === null ? '–' : `${Math.round(passRate * 100)}%`,
      link: (outcomes) =>
        first &&
        linkTo('inspections', { inspectedAt: daysOfMonth(first), ...(outcomes && { outcomes }) }),
    }
  })
}

export function assetsByRisk({ assetStatistics: { nodes } }: OverviewQuery): Bar[] {
  const bars = RISKS.map((risk) => ({
    ...toBar(
      labelOf(risk),
      nodes.filter(({ riskLevel }) => riskLevel === risk),
      ASSET_STATUSES,
    ),
    link: (statuses?: string) =>
      linkTo('assets', { riskLevels: risk, ...(statuses && { statuses }) }),
  }))
  const unknown = nodes.filter(({ riskLevel }) => riskLevel === null)
  // No filter finds the assets without a risk.
  const withoutRisk = { ...toBar('Unknown', unknown, ASSET_STATUSES), link: () => undefined }
  return unknown.length > 0 ? [...bars, withoutRisk] : bars
}

/** The technicians with the most open jobs. */
export function openJobsByTechnician({ jobStatistics: { nodes } }: OverviewQuery): Bar[] {
  const groups = Map.groupBy(nodes, ({ technician }) => technician?.id)
  return [...groups.values()]
    .map((list) => {
      const technician = list[0]?.technician
      return {
        ...toBar(technician?.fullName ?? 'Unknown', list, JOB_STATUSES),
        link: (statuses = OPEN_JOBS) =>
          technician ? linkTo('jobs', { technicianIds: technician.id, statuses }) : undefined,
      }
    })
    .sort((one, other) => totalOf(other.counts) - totalOf(one.counts))
    .slice(0, MAX_TECHNICIANS)
}

function toBar(label: string, groups: readonly Group[], statuses: readonly string[]) {
  const countOf = (status: string) =>
    groups.filter((group) => group.status === status).reduce((sum, { count }) => sum + count, 0)
  const counts = Object.fromEntries(statuses.map((status) => [status, countOf(status)]))
  return { label, counts, note: formatNumber(totalOf(counts)) }
}

/** `January 2027`, of a date, which is midnight in UTC. */
const monthOf = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `2027-01-01..2027-01-31`, of the first day, as the filters of lists have days. */
function daysOfMonth(first: string): string {
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return `${first}..${last.toISOString().slice(0, 10)}`
}
