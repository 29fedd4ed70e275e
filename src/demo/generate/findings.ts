import { dueDateOf } from '../../domain/finding/due-date.js'
import { riskIds } from '../../domain/risk/risk.js'
import { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { type Context, groupBy, newIdentity } from './context.js'

type Inspection = CompanyRows['Inspection'][number]

/** The approximate fraction of failed inspections about which the inspector opens a finding. */
const WITH_FINDING = 0.6

/** Of the findings whose asset has not passed later, one in this number is accepted. */
const UNRESOLVED_PER_ACCEPTED = 6

/** How findings were resolved, and why risks were accepted. */
const REPAIRS = ['Repaired on site.', 'Part replaced.', 'Adjusted and tested again.'] as const
const REASONS = ['The unit is replaced next year.', 'The room is not used.'] as const

/**
 * Findings that inspectors have opened after inspections that failed. If the asset passed later, they are resolved; a few of the
 * others are accepted.
 */
export function generateFindings(
  { company, now, ...rest }: Context,
  rows: Rows<'Asset' | 'Inspection'>,
  adminIds: readonly number[],
): CompanyRows['Finding'] {
  // A separate generator: the other records stay as they are.
  const context = { ...rest, company, now, random: new Random(`${company.key} findings`) }
  const { random } = context
  const inspectionsOf = groupBy(rows.Inspection, ({ assetId }) => assetId)
  const assets = new Map(rows.Asset.map((asset) => [asset.id, asset]))
  const failed = rows.Inspection.filter(
    ({ outcome, assetId }) => outcome === 'failed' && !assets.get(assetId)?.decommissionedAt,
  )
  let unresolved = 0
  return failed
    .filter(() => random.chance(WITH_FINDING))
    .map((inspection, index) => {
      const { assetId, inspectorId, note } = inspection
      const openedAt = inspection.inspectedAt as Date
      const riskId = assets.get(assetId)?.riskId ?? riskIds.Medium
      const passed = laterPassed(inspectionsOf.get(assetId) ?? [], inspection)
      if (!passed) unresolved += 1
      const isAccepted = !passed && unresolved % UNRESOLVED_PER_ACCEPTED === 2
      const status = passed ? 'resolved' : isAccepted ? 'accepted' : 'open'
      const closed = {
        resolved: { resolution: random.pick(REPAIRS), resolvedById: passed?.inspectorId ?? null },
        accepted: { resolution: random.pick(REASONS), resolvedById: random.pick(adminIds) },
        open: { resolution: null, resolvedById: null },
      }[status]
      const resolvedAt = (passed?.inspectedAt as Date | undefined) ?? (isAccepted ? now : null)
      return {
        ...newIdentity(context, index),
        ...{ assetId, riskId, status, ...closed, resolvedAt, openedAt },
        title: (note ?? 'Defect').replace(/\.$/, ''),
        dueAt: dueDateOf(openedAt, riskId),
        userId: inspectorId,
        createdAt: openedAt,
        updatedAt: resolvedAt ?? openedAt,
      }
    })
}

const laterPassed = (inspections: readonly Inspection[], { inspectedAt }: Inspection) =>
  inspections.find((each) => each.outcome === 'passed' && each.inspectedAt > inspectedAt)
