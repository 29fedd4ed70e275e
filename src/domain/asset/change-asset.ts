import { type Changed, type Domain, writeRow } from '../domain.js'

/** New values of an asset's columns. Null or undefined leaves a column unchanged, except that null clears `riskId`. */
export interface AssetValues {
  readonly id: number
  /** The version that the asset must still have; null if the values do not depend on what was read. */
  readonly version: string | null
  readonly zoneId: number | null
  /** The type, and the version that it must still have. */
  readonly type: { readonly id: number; readonly version: string } | null
  readonly code: string | undefined
  readonly riskId: number | null | undefined
  readonly metaData: Record<string, string> | undefined
}

/**
 * Updates an asset, with optimistic concurrency control. Undefined if nothing was updated: the asset or the zone has been
 * removed, or the asset or the type no longer has the version that was read.
 */
export async function changeAsset(
  domain: Domain,
  { id, version, zoneId, type, code, riskId, metaData }: AssetValues,
): Promise<Changed | undefined> {
  const values = [
    domain.viewer.companyId,
    id,
    version,
    zoneId,
    type?.id ?? null,
    type?.version ?? null,
    code ?? null,
    riskId !== undefined,
    riskId ?? null,
    metaData ? JSON.stringify(metaData) : null,
    new Date().toISOString(),
  ]
  return writeRow(domain, { name: 'change-asset', text: CHANGE_ASSET, values })
}

// Locks the asset first, then the zone and the type, so that they cannot be removed before the commit.
// `record/lock-reference.ts` explains this order.
const CHANGE_ASSET = `
with target as (
  select id from asset
  where id = $2::int and company_id = $1::int and deleted_at is null
    and ($3::xid is null or xmin = $3::xid)
  for update
), new_zone as (
  select id from zone
  where id = $4::int and company_id = $1 and deleted_at is null and exists (select from target)
  for key share
), new_type as (
  select id from asset_type
  where id = $5::int and company_id = $1 and xmin = $6::xid and exists (select from target)
  for share
)
update asset
set zone_id = coalesce($4, zone_id),
    type_id = coalesce($5, type_id),
    code = coalesce($7::text, code),
    risk_id = case when $8::boolean then $9::int else risk_id end,
    meta_data = coalesce($10::jsonb, meta_data),
    updated_at = $11::timestamptz
where id = (select id from target) and company_id = $1
  and ($4 is null or exists (select from new_zone))
  and ($5 is null or exists (select from new_type))
returning id`
