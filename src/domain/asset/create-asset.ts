import { authorise } from '../access/policy.js'
import type { Created, Domain, RecordKey } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { idAndUuid } from '../record-key.js'
import { riskIdOf } from '../risk/risk.js'
import { checkBarcode } from './check-barcode.js'
import {
  checkCustomFieldValues,
  type CustomField,
  type CustomFieldValue,
  defaultsOf,
} from './custom-field-values.js'
import { CODE_TAKEN, insertAsset } from './insert-asset.js'

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
  const errors = new ValidationErrors()
  const code = errors.optionalText('code', input.code, 64) ?? null
  const barcode = errors.optionalText('barcode', input.barcode, 128) ?? null
  const givenRiskId = riskIdOf(errors, 'riskLevel', input.riskLevel)

  const [{ zoneId, type, codeTaken }] = await Promise.all([
    findReferences(domain, input, code),
    checkBarcode(domain, errors, barcode),
  ])
  errors.reference('zoneId', zoneId, 'zone')
  errors.reference('typeId', type, 'asset type')
  if (codeTaken) errors.add('TAKEN', 'code', CODE_TAKEN)
  const fields = type ? fieldsOf(type) : []
  const metaData = type
    ? checkCustomFieldValues(errors, fields, input.metaData ?? [], defaultsOf(fields))
    : {}
  errors.throwIfAny()
  if (zoneId === null || !type) throw new Error('unreachable: a missing reference was reported')

  const asset = await insertAsset(domain, errors, {
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

/** The custom fields of an asset type's row. */
export const fieldsOf = (type: { customFields: unknown }) =>
  type.customFields as readonly CustomField[]
