import { dueDateOf } from '../../domain/finding/due-date.js'
import { riskIds } from '../../domain/risk/risk.js'
import { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { findingsOfAnswers, type NewFinding } from './answer-findings.js'
import { after, type Context, DAY_MS, groupBy, newIdentity } from './context.js'

type Asset = CompanyRows['Asset'][number]
type Inspection = CompanyRows['Inspection'][number]

/** The approximate fraction of failed inspections without answers about which the inspector opens a finding. */
const WITH_FINDING = 0.6

/** After this time, users have closed two of three findings that no inspection resolved. */
const CLOSED_AFTER_MS = 30 * DAY_MS

/** How findings were resolved, and why risks were accepted. */
const REPAIRS = ['Repaired on site.', 'Part replaced.', 'Adjusted and tested again.'] as const
const REASONS = ['The unit is replaced next year.', 'The room is not used.'] as const

/**
 * The findings that follow from the answers of inspections, and those that inspectors have opened after failed ones without answers.
 * Users have closed some of those that no later inspection resolved.
 */
export function generateFindings(
  shared: Context,
  rows: Rows<'Asset' | 'Inspection' | 'ChecklistVersion'>,
  adminIds: readonly number[],
): CompanyRows['Finding'] {
  // A separate generator: the other records stay as they are.
  const context = { ...shared, random: new Random(`${shared.company.key} findings`) }
  const assets = new Map(rows.Asset.map((asset) => [asset.id, asset]))
  const ofUsers = findingsOfUsers(context.random, rows.Inspection, assets)
  return [...findingsOfAnswers(rows.ChecklistVersion, rows.Inspection), ...ofUsers]
    .sort((one, other) => Number(one.openedAt) - Number(other.openedAt))
    .map((finding, index) => ({
      ...newIdentity(context, index),
      ...finding,
      ...(finding.status === 'open' &&
        closing(context, finding, assets.get(finding.assetId), adminIds)),
    }))
}

function findingsOfUsers(
  random: Random,
  inspections: readonly Inspection[],
  assets: ReadonlyMap<number, Asset>,
): NewFinding[] {
  const inspectionsOf = groupBy(inspections, ({ assetId }) => assetId)
  return inspections
    .filter(({ outcome, checklistVersionId }) => outcome === 'failed' && !checklistVersionId)
    .filter(() => random.chance(WITH_FINDING))
    .map((inspection) => {
      const { assetId, inspectorId, note } = inspection
      const openedAt = inspection.inspectedAt as Date
      const riskId = assets.get(assetId)?.riskId ?? riskIds.Medium
      const passed = laterPassed(inspectionsOf.get(assetId) ?? [], inspection)
      const resolvedAt = (passed?.inspectedAt as Date | undefined) ?? null
      return {
        ...{ assetId, riskId, resolvedAt, openedAt },
        title: (note ?? 'Defect').replace(/\.$/, ''),
        status: passed ? 'resolved' : 'open',
        resolution: passed ? random.pick(REPAIRS) : null,
        resolvedById: passed?.inspectorId ?? null,
        dueAt: dueDateOf(openedAt, riskId),
        userId: inspectorId,
        createdAt: openedAt,
        updatedAt: resolvedAt ?? openedAt,
      }
    })
}

const laterPassed = (inspections: readonly Inspection[], { inspectedAt }: Inspection) =>
  inspections.find((each) => each.outcome === 'passed' && each.inspectedAt > inspectedAt)

/** How users have closed a finding; undefined if it is open. A later inspection of the asset would have opened it again. */
function closing(
  { random, now }: Context,
  { openedAt, userId }: NewFinding,
  asset: Asset | undefined,
  adminIds: readonly number[],
): Partial<NewFinding> | undefined {
  const opened = openedAt as Date
  if (asset?.decommissionedAt) {
    const closed = closedBy(asset.decommissionedAt as Date, random.pick(adminIds))
    return { status: 'accepted', resolution: 'Taken out of use.', ...closed }
  }
  const isOld = after(opened, CLOSED_AFTER_MS) < now
  const share = random.fraction()
  const at = after(opened, random.integer(3, 29) * DAY_MS)
  if (!isOld || share < 1 / 3 || (asset?.lastInspection ?? opened) > opened) return undefined
  return share < 1 / 2
    ? {
        ...{ status: 'accepted', resolution: random.pick(REASONS) },
        ...closedBy(at, random.pick(adminIds)),
      }
    : { status: 'resolved', resolution: random.pick(REPAIRS), ...closedBy(at, userId) }
}

const closedBy = (at: Date, userId: number | null | undefined) => ({
  ...{ resolvedAt: at, resolvedById: userId ?? null, updatedAt: at },
})
