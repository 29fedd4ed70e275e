import type { OverviewQuery } from '../../../generated/graphql.js'
import { labelOf } from '../../format.js'
import type { Bar } from '../../parts/stacked-bars.js'
import { RISKS } from '../../risks.js'

const ASSET_STATUSES = ['OK', 'OVERDUE', 'DEFECTIVE', 'DECOMMISSIONED']
const JOB_STATUSES = ['IN_PROGRESS', 'PAUSED', 'SCHEDULED']
const MAX_TECHNICIANS = 6

interface Group {
  readonly status: string | null
  readonly count: number
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
    .sort((one, other) => totalOf(other) - totalOf(one))
    .slice(0, MAX_TECHNICIANS)
}

function toBar(label: string, groups: readonly Group[], statuses: readonly string[]): Bar {
  const parts = statuses.map((status) => ({
    key: status,
    count: groups
      .filter((group) => group.status === status)
      .reduce((sum, { count }) => sum + count, 0),
  }))
  return { label, parts }
}

const totalOf = ({ parts }: Bar) => parts.reduce((sum, { count }) => sum + count, 0)
