import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain, RecordKey } from '../domain.js'
import { Problems } from '../problems.js'
import { idAndUuid } from '../record-key.js'
import { riskIdOf } from '../risk/risk.js'
import { brokenUniqueConstraint } from '../unique.js'
import { checkBarcode } from './check-barcode.js'
import {
  checkCustomFieldValues,
  type CustomField,
  type CustomFieldValue,
  defaultsOf,
} from './custom-field-values.js'

export interface NewAsset {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Absent: made from the type's short code and the company's counter. */
  readonly code?: string | null | undefined
  /** Absent: made from the company's counter. */
  readonly barcode?: string | null | undefined
  /** Absent: the type's. */
  readonly riskLevel?: string | null | undefined
  readonly metaData?: readonly CustomFieldValue[] | null | undefined
}

/** Puts an asset, with its barcode, into a zone. Its code and barcode are unique in the company for ever. */
export async function createAsset(domain: Domain, input: NewAsset): Promise<Created> {
  authorise(domain.viewer, 'createAsset')
  const problems = new Problems()
  const code = problems.optionalText('code', input.code, 64) ?? null
  const barcode = problems.optionalText('barcode', input.barcode, 128) ?? null
  const givenRiskId = riskIdOf(problems, 'riskLevel', input.riskLevel)

  const [{ zoneId, type, codeTaken }] = await Promise.all([
    findReferences(domain, input, code),
    checkBarcode(domain, problems, barcode),
  ])
  problems.reference('zoneId', zoneId, 'zone')
  problems.reference('typeId', type, 'asset type')
  if (codeTaken) problems.add('TAKEN', 'code', CODE_TAKEN)
  const fields = type ? fieldsOf(type) : []
  const metaData = type
    ? checkCustomFieldValues(problems, fields, input.metaData ?? [], defaultsOf(fields))
    : {}
  problems.throwIfAny()
  if (zoneId === null || !type) throw new Error('unreachable: a missing reference was reported')

  const asset = await insertAsset(domain, problems, {
    code,
    barcode,
    metaData,
    zoneId,
    typeId: type.id,
    typeUpdatedAt: type.updatedAt,
    shortCode: type.shortCode,
    riskId: givenRiskId ?? type.riskId,
  })
  // The zone was removed, or the type removed or changed, since it was found: ask again.
  return asset ?? createAsset(domain, input)
}

/** What an asset to be refers to, and whether its code is in use. */
interface Found {
  readonly zoneId: number | null
  readonly type: {
    readonly id: number
    readonly shortCode: string
    readonly riskId: number | null
    readonly customFields: unknown
    /** As PostgreSQL writes it, to the last digit. */
    readonly updatedAt: string
  } | null
  readonly codeTaken: boolean
}

/** One statement. */
async function findReferences(
  { db, viewer }: Domain,
  { zoneId, typeId }: NewAsset,
  code: string | null,
): Promise<Found> {
  const values = [viewer.companyId, ...idAndUuid(zoneId), ...idAndUuid(typeId), code]
  const { rows } = await db.query<Found>({
    name: 'find-asset-references',
    text: FIND_REFERENCES,
    values,
  })
  if (!rows[0]) throw new Error('expected one row, got none')
  return rows[0]
}

const FIND_REFERENCES = `
select (
  select id from zone where (id = $2 or uuid = $3) and company_id = $1 and deleted_at is null
) as "zoneId", (
  select json_build_object(
    'id', id, 'shortCode', short_code, 'riskId', risk_id, 'customFields', custom_fields,
    'updatedAt', updated_at
  )
  from asset_type where (id = $4 or uuid = $5) and company_id = $1 and deleted_at is null
) as type, exists (
  select from asset where company_id = $1 and code = $6
) as "codeTaken"`

export const CODE_TAKEN = 'This code is already in use.'
const BARCODE_TAKEN = 'This barcode is already in use.'

/** The custom fields of an asset type's row. */
export const fieldsOf = (type: { customFields: unknown }) =>
  type.customFields as readonly CustomField[]

interface AssetRow {
  readonly code: string | null
  readonly barcode: string | null
  readonly metaData: Record<string, string>
  readonly zoneId: number
  readonly typeId: number
  readonly typeUpdatedAt: string
  readonly shortCode: string
  readonly riskId: number | null
}

/**
 * A generated code or barcode may have been taken by hand. A failed attempt leaves the counter as it was, so the next
 * one goes twice as far: twenty pass over a million that are taken.
 */
const LONGEST_STEP = 2 ** 20

async function insertAsset(
  { db, viewer }: Domain,
  problems: Problems,
  row: AssetRow,
): Promise<Created | undefined> {
  const steps = { code: 1, barcode: 1 }
  for (;;) {
    try {
      const values = [
        viewer.companyId,
        row.code,
        row.barcode,
        newUuid(),
        newUuid(),
        row.zoneId,
        row.typeId,
        row.riskId,
        JSON.stringify(row.metaData),
        viewer.userId,
        row.shortCode,
        row.code === null ? steps.code : 0,
        row.barcode === null ? steps.barcode : 0,
        row.typeUpdatedAt,
      ]
      const statement = { name: 'insert-asset', text: INSERT_ASSET, values }
      const counts = row.code === null || row.barcode === null
      const { rows } = await (counts
        ? db.groupCommit<Created>(viewer.companyId, statement)
        : db.query<Created>(statement))
      return rows[0]
    } catch (error) {
      const constraint = brokenUniqueConstraint(error)
      if (!constraint) throw error
      const field = constraint.includes('barcode') ? 'barcode' : 'code'
      steps[field] *= 2
      if (row[field] === null && steps[field] <= LONGEST_STEP) continue
      problems.add('TAKEN', field, field === 'barcode' ? BARCODE_TAKEN : CODE_TAKEN)
      problems.throwIfAny()
    }
  }
}

// One statement: the asset, its barcode and, only where something is generated, the company's counters, whose row
// lock is thereby held as shortly as can be. First it locks the zone and the type, so that neither is removed meanwhile.
const INSERT_ASSET = `
with place as (
  select zone.id as zone_id, asset_type.id as type_id
  from zone, asset_type
  where zone.id = $6 and zone.company_id = $1 and zone.deleted_at is null
    and asset_type.id = $7 and asset_type.company_id = $1 and asset_type.deleted_at is null
    and asset_type.updated_at = $14::timestamptz
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
