import { v7 as newUuid } from 'uuid'
import type { Created, Domain } from '../domain.js'
import { violatedUniqueConstraint } from '../record/unique-constraint.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { FoundType } from './find-asset.js'

interface AssetRow {
  /** Null: generate one. */
  readonly code: string | null
  /** Null: generate one. */
  readonly barcode: string | null
  readonly metaData: Record<string, string>
  readonly zoneId: number
  /** The type, and the version that the values were validated with. */
  readonly type: FoundType
  readonly riskId: number | null
}

/** The amounts by which an insert raises the company's counters. */
type Steps = Record<'code' | 'barcode', number>

/** The largest step of a counter. The steps 1, 2, 4, … up to it skip a million taken codes in 21 attempts. */
const MAX_STEP = 2 ** 20

/**
 * Inserts an asset with its barcode. Undefined if the zone has been removed, or the type removed or changed, since they
 * were read. A client may have used a code or barcode that the counter generates next: then the insert fails, the
 * counter stays as it was, and the next attempt doubles the step.
 */
export async function insertAsset(domain: Domain, errors: ValidationErrors, row: AssetRow) {
  const steps = { code: 1, barcode: 1 }
  for (;;) {
    try {
      return await tryInsert(domain, row, steps)
    } catch (error) {
      const constraint = violatedUniqueConstraint(error)
      if (!constraint) throw error
      const field = constraint.includes('barcode') ? 'barcode' : 'code'
      steps[field] *= 2
      if (row[field] === null && steps[field] <= MAX_STEP) continue
      errors.taken(field)
      errors.throwIfAny()
    }
  }
}

async function tryInsert({ db, viewer }: Domain, row: AssetRow, steps: Steps) {
  const values = [
    viewer.companyId,
    row.code,
    row.barcode,
    newUuid(),
    newUuid(),
    row.zoneId,
    row.type.id,
    row.riskId,
    JSON.stringify(row.metaData),
    viewer.userId,
    row.type.shortCode,
    row.code === null ? steps.code : 0,
    row.barcode === null ? steps.barcode : 0,
    row.type.version,
  ]
  const statement = { name: 'insert-asset', text: INSERT_ASSET, values }
  const raisesCounter = row.code === null || row.barcode === null
  const { rows } = await (raisesCounter
    ? db.groupCommit<Created>(viewer.companyId, statement)
    : db.query<Created>(statement))
  return rows[0]
}

// One statement, so that the company's row, which has the counters, is locked as briefly as possible. The statement locks
// the zone and the type first, so that they cannot be removed before the commit. If the client gives both the code and
// the barcode, it does not lock the company.
const INSERT_ASSET = `
with place as (
  select zone.id as zone_id, asset_type.id as type_id
  from zone, asset_type
  where zone.id = $6 and zone.company_id = $1 and zone.deleted_at is null
    and asset_type.id = $7 and asset_type.company_id = $1 and asset_type.deleted_at is null
    and asset_type.xmin = $14::xid
  for key share of zone for share of asset_type
), counter as (
  update company
  set asset_code_number = asset_code_number + $12::int,
      barcode_number = barcode_number + $13::int
  where id = $1 and $12::int + $13::int > 0 and (select true from place)
  returning asset_code_number, barcode_number
), asset as (
  insert into asset (uuid, company_id, code, zone_id, type_id, risk_id, meta_data, user_id)
  select $4, $1, coalesce($2, $11 || '-' || lpad(n, greatest(5, length(n)), '0')), zone_id, type_id, $8, $9::jsonb, $10
  from place, (select (select asset_code_number::text from counter) as n) numbered
  returning id, uuid
), barcode as (
  insert into barcode (uuid, company_id, asset_id, data, prefix)
  select $5, $1, asset.id, coalesce($3, 'BC' || lpad(n, greatest(8, length(n)), '0')),
         case when $3::text is null then 'BC' end
  from asset, (select (select barcode_number::text from counter) as n) numbered
)
select id, uuid from asset`
