import type { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { TransactionDomain } from '../domain.js'

const DAY_MS = 86_400_000

/**
 * Derives the state of assets again: whether they are defective, their last inspection, and when the next one is due. The
 * newest inspection that is not voided determines it. Call it after inspections are recorded or voided; the
 * transaction must have locked the assets.
 */
export async function updateAssetStates(
  { db, viewer, now }: TransactionDomain,
  assetIds: readonly number[],
): Promise<void> {
  const { rows } = await db.read<FoundState>({
    name: 'find-asset-states',
    text: FIND,
    values: [viewer.companyId, [...new Set(assetIds)]],
  })
  const values = [
    viewer.companyId,
    now().toISOString(),
    rows.map(({ id }) => id),
    rows.map(({ inspectedAt }) => inspectedAt?.toISOString() ?? null),
    rows.map(({ outcome }) => outcome === 'failed'),
    rows.map((state) => nextInspection(state)?.toISOString() ?? null),
  ]
  await db.write({ name: 'update-asset-states', text: UPDATE, values })
}

/** An asset with its newest inspection, which is null if it has none. */
interface FoundState {
  readonly id: number
  readonly inspectedAt: Date | null
  readonly outcome: InspectionOutcome | null
  /** The interval of its type. */
  readonly days: number | null
}

const nextInspection = ({ inspectedAt, days }: FoundState) =>
  inspectedAt && days !== null ? new Date(inspectedAt.getTime() + days * DAY_MS) : null

const FIND = `
select a.id, i.inspected_at as "inspectedAt", i.outcome, t.inspection_interval_days as days
from asset a
join asset_type t on t.company_id = $1::int and t.id = a.type_id
left join lateral (
  select i.inspected_at, i.outcome from inspection i
  where i.company_id = $1 and i.asset_id = a.id and i.deleted_at is null
  order by i.inspected_at desc, i.id desc
  limit 1
) i on true
where a.company_id = $1 and a.id = any($2::int[])`

const UPDATE = `
update asset
set last_inspection = state.last_inspection, defective = state.defective,
    next_inspection = state.next_inspection, updated_at = $2::timestamptz
from unnest($3::int[], $4::timestamptz[], $5::boolean[], $6::timestamptz[])
  as state (id, last_inspection, defective, next_inspection)
where asset.company_id = $1::int and asset.id = state.id
  and (asset.last_inspection, asset.defective, asset.next_inspection)
    is distinct from (state.last_inspection, state.defective, state.next_inspection)`
