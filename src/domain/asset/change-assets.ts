import { type BulkResult, MAX_ROWS } from '../bulk/rows.js'
import { type Changed, type Domain, writeRows } from '../domain.js'

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
 * Updates assets, all or none, with optimistic concurrency control. Undefined if nothing was updated: an asset or a
 * zone has been removed, or an asset or a type no longer has the version that was read. Throws a unique violation if a
 * code is taken. Otherwise returns `written`, as `writeRows` does.
 */
export async function changeAssets(
  domain: Domain,
  assets: readonly AssetValues[],
  written: BulkResult<Changed>,
): Promise<BulkResult<Changed> | undefined> {
  const [only] = assets
  if (!only) return written
  const { companyId } = domain.viewer
  const statement =
    assets.length === 1 ? changeOne(companyId, only) : changeSeveral(companyId, assets)
  return writeRows(domain, statement, written)
}

function changeOne(companyId: number, asset: AssetValues) {
  const { id, version, zoneId, type, code, riskId, metaData } = asset
  const values = [
    companyId,
    new Date().toISOString(),
    id,
    version,
    zoneId,
    type?.id,
    type?.version,
    code,
    riskId !== undefined,
    riskId,
    metaData && JSON.stringify(metaData),
  ]
  return { name: 'change-asset', text: CHANGE_ASSET, values }
}

const CHANGE_ASSET = `
select 1 from change_asset($1::int, $2::timestamptz, $3::int, $4, $5::int, $6::int, $7, $8, $9::boolean, $10::int, $11::jsonb) as is_changed
where is_changed`

function changeSeveral(companyId: number, assets: readonly AssetValues[]) {
  const types = new Map(assets.flatMap(({ type }) => (type ? [[type.id, type.version]] : [])))
  const values = [
    companyId,
    new Date().toISOString(),
    assets.map(({ id }) => id),
    assets.map(({ version }) => version),
    assets.map(({ zoneId }) => zoneId),
    assets.map(({ type }) => type?.id ?? null),
    assets.map(({ code }) => code ?? null),
    assets.map(({ riskId }) => riskId !== undefined),
    assets.map(({ riskId }) => riskId ?? null),
    assets.map(({ metaData }) => (metaData ? JSON.stringify(metaData) : null)),
    [...new Set(assets.flatMap(({ zoneId }) => zoneId ?? []))],
    [...types.keys()],
    [...types.values()],
    assets.filter(({ code }) => code !== undefined).length > 1,
  ]
  return { name: 'change-assets', text: CHANGE_ASSETS, values }
}

// Locks the zones and the types, so that they cannot be removed before the commit, and then the assets.
// `record/lock-reference.ts` explains this order. With several codes it locks the company too: two statements that
// write the same codes in different orders would otherwise deadlock in the unique index. The limits are for the
// planner: `unnest` of a parameter returns at most this number of rows.
const CHANGE_ASSETS = `
with given as materialized (
  select * from unnest($3::int[], $4::text[], $5::int[], $6::int[], $7::text[], $8::boolean[], $9::int[], $10::text[])
    as given (id, version, zone_id, type_id, code, sets_risk, risk_id, meta_data)
  limit ${MAX_ROWS}
), locked_zone as (
  select id from zone
  where company_id = $1::int and id in (select id from unnest($11::int[]) as key (id) limit ${MAX_ROWS}) and deleted_at is null
  order by id
  for key share
), locked_type as (
  select id from (
    select asset_type.id
    from (select * from unnest($12::int[], $13::text[]) as given (id, version) limit ${MAX_ROWS}) as read
    join asset_type on asset_type.company_id = $1 and asset_type.id = read.id and asset_type.xmin = read.version::xid
    where (select count(*) from locked_zone) = cardinality($11)
    order by asset_type.id
    for share of asset_type
  ) as type
), locked_asset as (
  select id from (
    select asset.id
    from given join asset on asset.company_id = $1 and asset.id = given.id
    where asset.deleted_at is null and (select count(*) from locked_type) = cardinality($12)
      and (given.version is null or asset.xmin = given.version::xid)
    order by asset.id
    for update of asset
  ) as found
), locked_company as (
  select id from company
  where id = $1 and $14::boolean and (select count(*) from locked_asset) = cardinality($3)
  for no key update
), locked as materialized (
  select (select count(*) from locked_zone) = cardinality($11)
    and (select count(*) from locked_type) = cardinality($12)
    and (select count(*) from locked_asset) = cardinality($3)
    and (select count(*) from locked_company) = $14::int as complete
), changed as (
  update asset
  set zone_id = coalesce(given.zone_id, asset.zone_id),
      type_id = coalesce(given.type_id, asset.type_id),
      code = coalesce(given.code, asset.code),
      risk_id = case when given.sets_risk then given.risk_id else asset.risk_id end,
      meta_data = coalesce(given.meta_data::jsonb, asset.meta_data),
      updated_at = $2::timestamptz
  from given
  where asset.company_id = $1 and asset.id = given.id and (select complete from locked)
    and (given.zone_id <> asset.zone_id or given.type_id <> asset.type_id or given.code <> asset.code
      or given.sets_risk and given.risk_id is distinct from asset.risk_id or given.meta_data::jsonb <> asset.meta_data)
)
select 1 from locked where complete`
