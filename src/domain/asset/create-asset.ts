import { authorise } from '../access/policy.js'
import type { Created, Domain, RecordKey } from '../domain.js'
import { riskIdOf } from '../risk/risk.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkBarcode } from './check-barcode.js'
import {
  checkCustomFieldValues,
  type CustomFieldValue,
  defaultsOf,
  fieldsOf,
} from './custom-field-values.js'
import { findReferences } from './find-asset.js'
import { insertAsset } from './insert-asset.js'

export interface NewAsset {
  readonly zoneId: RecordKey
  readonly typeId: RecordKey
  /** Absent: generated from the type's short code and the company's counter. */
  readonly code?: string | null | undefined
  /** An external barcode. Absent: generated from the company's counter. */
  readonly barcode?: string | null | undefined
  /** Absent: the risk level of the type. */
  readonly riskLevel?: string | null | undefined
  readonly customFieldValues?: readonly CustomFieldValue[] | null | undefined
}

/** Creates an asset with a barcode. Code and barcode are unique in the company, also among removed assets. */
export async function createAsset(domain: Domain, input: NewAsset): Promise<Created> {
  authorise(domain.viewer, 'createAsset')
  const errors = new ValidationErrors(domain)
  const code = errors.optionalText('code', input.code, 64) ?? null
  const barcode = errors.optionalText('barcode', input.barcode, 128) ?? null
  const riskId = riskIdOf(errors, input.riskLevel)

  const [{ zoneId, type, codeTaken }] = await Promise.all([
    findReferences(domain, { ...input, code }),
    checkBarcode(domain, errors, barcode),
  ])
  errors.reference('zoneId', zoneId, 'Zone')
  errors.reference('typeId', type, 'AssetType')
  if (codeTaken) errors.taken('code')
  const fields = type ? fieldsOf(type) : []
  const metaData = type
    ? checkCustomFieldValues(errors, fields, input.customFieldValues ?? [], defaultsOf(fields))
    : {}
  errors.throwIfAny()
  if (zoneId === null || !type) throw new Error('unreachable: a missing reference was reported')

  const asset = await insertAsset(domain, errors, {
    code,
    barcode,
    metaData,
    zoneId,
    type,
    riskId: riskId ?? type.riskId,
  })
  // If the zone or the type has changed since it was read, validate the input again.
  return asset ?? createAsset(domain, input)
}
