import type { Domain } from '../domain.js'
import type { ValidInspection } from './new-inspection.js'

const DAY_MS = 86_400_000

/**
 * Updates whether the inspected assets are defective, their last inspection, and when the next one is due. An
 * inspection that is earlier than the last one of its asset changes nothing.
 */
export async function updateAssetStates(
  { db, viewer, now }: Domain,
  inspections: readonly ValidInspection[],
): Promise<void> {
  const latest = new Map<number, ValidInspection>()
  for (const inspection of inspections) {
    const { asset, inspectedAt } = inspection
    const last = latest.get(asset.id)?.inspectedAt ?? asset.lastInspection
    if (!last || inspectedAt >= last) latest.set(asset.id, inspection)
  }
  if (latest.size === 0) return
  const states = [...latest.values()]
  const values = [
    viewer.companyId,
    now().toISOString(),
    states.map(({ asset }) => asset.id),
    states.map(({ inspectedAt }) => inspectedAt.toISOString()),
    states.map(({ outcome }) => outcome === 'failed'),
    states.map(nextInspection),
  ]
  await db.write({ name: 'update-asset-states', text: UPDATE, values })
}

function nextInspection({ asset, inspectedAt }: ValidInspection): string | null {
  const days = asset.type.intervalDays
  return days === null ? null : new Date(inspectedAt.getTime() + days * DAY_MS).toISOString()
}

const UPDATE = `
update asset
set last_inspection = state.last_inspection, defective = state.defective,
    next_inspection = state.next_inspection, updated_at = $2::timestamptz
from unnest($3::int[], $4::timestamptz[], $5::boolean[], $6::timestamptz[])
  as state (id, last_inspection, defective, next_inspection)
where asset.company_id = $1::int and asset.id = state.id
  and (asset.last_inspection, asset.defective, asset.next_inspection)
    is distinct from (state.last_inspection, state.defective, state.next_inspection)`
