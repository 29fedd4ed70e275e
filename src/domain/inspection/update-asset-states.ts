import type { InspectionOutcome } from '../../db/generated/prisma/enums.js'
import type { TransactionDomain } from '../domain.js'

const DAY_MS = 86_400_000

/**
 * Derives the state of assets again: whether they are defective, their last inspection, and the due date that it
 * met. The newest inspection that is not voided determines it. Call it after inspections are recorded or voided; the
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
    rows.map(({ dueBasis }) => dueBasis?.toISOString() ?? null),
    rows.map((state) => earlierNextInspection(state)?.toISOString() ?? null),
  ]
  await db.write({ name: 'update-asset-states', text: UPDATE, values })
}

/** An asset with its newest inspection, which is null if it has none. */
interface FoundState {
  readonly id: number
  readonly inspectedAt: Date | null
  readonly outcome: InspectionOutcome | null
  readonly dueBasis: Date | null
  /** The interval of its type, if it has only days. */
  readonly days: number | null
}

/** The due date as instances of release 1.1 compute it, which read it from the row. */
const earlierNextInspection = ({ inspectedAt, days }: FoundState) =>
  inspectedAt && days !== null ? new Date(inspectedAt.getTime() + days * DAY_MS) : null

const FIND = `
select a.id, i.inspected_at as "inspectedAt", i.outcome, i.due_basis as "dueBasis",
  case when t.inspection_interval_months is null then t.inspection_interval_days end as days
from asset a
join asset_type t on t.company_id = $1::int and t.id = a.type_id
left join lateral (
  select i.inspected_at, i.outcome, i.due_basis from inspection i
  where i.company_id = $1 and i.asset_id = a.id and i.deleted_at is null
  order by i.inspected_at desc, i.id desc
  limit 1
) i on true
where a.company_id = $1 and a.id = any($2::int[])`

const UPDATE = `
update asset
set last_inspection = state.last_inspection, defective = state.defective, due_basis = state.due_basis,
    next_inspection = state.next_inspection, updated_at = $2::timestamptz
from unnest($3::int[], $4::timestamptz[], $5::boolean[], $6::timestamptz[], $7::timestamptz[])
  as state (id, last_inspection, defective, due_basis, next_inspection)
where asset.company_id = $1::int and asset.id = state.id
  and (asset.last_inspection, asset.defective, asset.due_basis)
    is distinct from (state.last_inspection, state.defective, state.due_basis)`
