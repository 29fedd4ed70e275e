import { v7 as newUuid } from 'uuid'
import type { Created, Domain } from '../domain.js'
import type { FoundType } from './asset-references.js'

export interface AssetRow {
  /** Null: generate one. */
  readonly code: string | null
  /** Null: generate one. */
  readonly barcode: string | null
  readonly metaData: Record<string, string>
  readonly zoneId: number
  /** The type that the values were validated with. If its version has changed, nothing is inserted. */
  readonly type: FoundType
  readonly riskId: number | null
}

/** The difference between the first generated value and the company's counter: 1 is the counter's next value. */
export type Steps = Readonly<Record<'code' | 'barcode', number>>

/**
 * Inserts assets with their barcodes, all or none, with one statement. Undefined if a zone has been removed, or a type
 * removed or changed, since they were read. Throws a unique violation if a code or barcode is taken.
 */
export async function insertAssets(
  { db, viewer }: Domain,
  rows: readonly AssetRow[],
  steps: Steps,
): Promise<Created[] | undefined> {
  if (rows.length === 0) return []
  const uuids = rows.map(() => newUuid())
  const codes = generatedIn(rows, 'code', steps.code)
  const barcodes = generatedIn(rows, 'barcode', steps.barcode)
  const types = [...new Map(rows.map(({ type }) => [type.id, type])).values()]
  const locksCompany = rows.length > 1 || codes.raise > 0 || barcodes.raise > 0
  const values = [
    viewer.companyId,
    viewer.userId,
    [...new Set(rows.map(({ zoneId }) => zoneId))],
    types.map(({ id }) => id),
    types.map(({ version }) => version),
    codes.raise,
    barcodes.raise,
    uuids,
    rows.map(() => newUuid()),
    rows.map(({ code }) => code),
    codes.offsets,
    rows.map(({ barcode }) => barcode),
    barcodes.offsets,
    rows.map(({ zoneId }) => zoneId),
    rows.map(({ type }) => type.id),
    rows.map(({ type }) => type.shortCode),
    rows.map(({ riskId }) => riskId),
    rows.map(({ metaData }) => JSON.stringify(metaData)),
    locksCompany,
  ]
  const statement = { name: 'insert-assets', text: INSERT_ASSETS, values }
  // Inside a transaction, `inCompany` uses a savepoint: a unique violation does not abort the transaction.
  const { rows: inserted } = await (locksCompany || db.isTransaction
    ? db.inCompany<Created>(viewer.companyId, statement)
    : db.write<Created>(statement))
  if (inserted.length === 0) return undefined
  const idOf = new Map(inserted.map(({ id, uuid }) => [uuid, id]))
  return uuids.map((uuid) => ({ id: idOf.get(uuid) ?? 0, uuid }))
}

/**
 * `raise` is what the statement adds to the company's counter. `offsets` has, for each generated value, its distance
 * below the raised counter.
 */
function generatedIn(rows: readonly AssetRow[], field: 'code' | 'barcode', step: number) {
  let left = rows.filter((row) => row[field] === null).length
  const raise = left === 0 ? 0 : left + step - 1
  const offsets = rows.map((row) => (row[field] === null ? --left : null))
  return { raise, offsets }
}

// One statement, so that the company's row, which has the counters, is locked as briefly as possible. The statement
// locks the zones and the types first, so that they cannot be removed before the commit. It does not lock the company
// for one asset whose code and barcode the client gives. For several it does: two statements that write the same codes
// in different orders would otherwise deadlock in the unique index.
const INSERT_ASSETS = `
with locked_zone as (
  select id from zone
  where company_id = $1::int and id = any($3::int[]) and deleted_at is null
  order by id
  for key share
), locked_type as (
  select id from (
    select asset_type.id
    from unnest($4::int[], $5::text[]) as read (id, version)
    join asset_type on asset_type.company_id = $1 and asset_type.id = read.id
    where asset_type.deleted_at is null and asset_type.xmin = read.version::xid
    order by asset_type.id
    for share of asset_type
  ) as type
), locked as materialized (
  select (select count(*) from locked_zone) = cardinality($3) and (select count(*) from locked_type) = cardinality($4) as all_found
), counter as (
  update company
  set asset_code_number = asset_code_number + $6::int,
      barcode_number = barcode_number + $7::int
  where id = $1 and $19::boolean and (select all_found from locked)
  returning asset_code_number, barcode_number
), new_asset as (
  select given.*,
         ((select asset_code_number from counter) - code_offset)::text as code_number,
         ((select barcode_number from counter) - barcode_offset)::text as barcode_number
  from unnest(
    $8::uuid[], $9::uuid[], $10::text[], $11::int[], $12::text[], $13::int[], $14::int[], $15::int[], $16::text[], $17::int[], $18::text[]
  ) with ordinality as given (
    uuid, barcode_uuid, code, code_offset, data, barcode_offset, zone_id, type_id, short_code, risk_id, meta_data, position
  )
  where (select all_found from locked) and (select count(*) from counter) = $19::int
), asset as (
  insert into asset (uuid, company_id, code, zone_id, type_id, risk_id, meta_data, user_id)
  select uuid, $1, coalesce(code, short_code || '-' || lpad(code_number, greatest(5, length(code_number)), '0')),
         zone_id, type_id, risk_id, meta_data::jsonb, $2::int
  from new_asset
  order by position
  returning id, uuid
), barcode as (
  insert into barcode (uuid, company_id, asset_id, data, prefix)
  select barcode_uuid, $1, asset.id, coalesce(data, 'BC' || lpad(barcode_number, greatest(8, length(barcode_number)), '0')),
         case when data is null then 'BC' end
  from new_asset join asset using (uuid)
  order by position
)
select id, uuid from asset`
