import type { TransactionDomain } from '../domain.js'

/**
 * Derives the state of assets again: whether they are defective, their last inspection, and the due date that it
 * met. The newest inspection that is not voided determines it. Call it after inspections are recorded or voided; the
 * transaction must have locked the assets.
 */
export async function updateAssetStates(
  { db, viewer, now }: TransactionDomain,
  assetIds: readonly number[],
): Promise<void> {
  const values = [viewer.companyId, now().toISOString(), [...new Set(assetIds)]]
  await db.write({ name: 'update-asset-states', text: UPDATE, values })
}

// Instances of release 1.1 read the due date from the row, if the interval has only days. The conversions to UTC make the addition
// immutable: a distributed PostgreSQL (Citus) refuses an update that adds an interval to a `timestamptz` of a row.
const UPDATE = `
update asset
set last_inspection = state.inspected_at, defective = state.defective, due_basis = state.due_basis,
    next_inspection = state.next_inspection, updated_at = $2::timestamptz
from (
  select a.id, i.inspected_at, coalesce(i.outcome = 'failed', false) as defective, i.due_basis,
    case when t.inspection_interval_months is null
      then (i.inspected_at at time zone 'UTC' + make_interval(days => t.inspection_interval_days)) at time zone 'UTC' end as next_inspection
  from asset a
  join asset_type t on t.company_id = $1::int and t.id = a.type_id
  left join lateral (
    select newest.inspected_at, newest.outcome, newest.due_basis from inspection newest
    where newest.company_id = $1 and newest.asset_id = a.id and newest.deleted_at is null
    order by newest.inspected_at desc, newest.id desc
    limit 1
  ) i on true
  where a.company_id = $1 and a.id = any($3::int[])
) state
where asset.company_id = $1 and asset.id = state.id
  and (asset.last_inspection, asset.defective, asset.due_basis)
    is distinct from (state.inspected_at, state.defective, state.due_basis)`
