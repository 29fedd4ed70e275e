import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate, requireFound } from '../require-record.js'
import { riskIdOf } from '../risk/risk.js'
import { takenIfNotUnique } from '../unique.js'
import { changeAsset } from './change-asset.js'
import { fieldsOf } from './create-asset.js'
import {
  carriedOver,
  checkCustomFieldValues,
  type CustomFieldValue,
} from './custom-field-values.js'
import { findAsset, type FoundAsset, type FoundType, isKey, type Send } from './find-asset.js'
import { CODE_TAKEN } from './insert-asset.js'

/** Absent fields stay as they are. */
export interface AssetChange {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code?: string | null | undefined
  /** Null: the type's. */
  readonly riskLevel?: string | null | undefined
  /** Values to set; those of fields that are not named stay. Null clears them all. */
  readonly metaData?: readonly CustomFieldValue[] | null | undefined
}

/** After this many attempts fail because of concurrent updates, the asset is locked before it is read. */
const MAX_OPTIMISTIC_ATTEMPTS = 3

/** Changes an asset, which keeps a zone, a type and a code. Values of fields that a new type lacks are dropped. */
export async function updateAsset(domain: Domain, input: AssetChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateAsset')
  const send: Send = async (statement) => (await domain.db.query(statement)).rows as never
  for (let attempt = 0; attempt < MAX_OPTIMISTIC_ATTEMPTS; attempt += 1) {
    const updated = await tryUpdate(send, domain, input)
    if (updated) return updated
  }
  return updateLocked(domain, input)
}

/** Locks the asset first: then only concurrent changes of its zone or type make an attempt fail. Ends by timeout. */
function updateLocked(domain: Domain, input: AssetChange): Promise<{ id: number }> {
  return inTransaction(domain, async (tx) => {
    await requireForUpdate(tx, 'Asset', input.id)
    const send: Send = ({ text, values }) => tx.prisma.$queryRawUnsafe(text, ...values)
    for (;;) {
      const updated = await tryUpdate(send, tx, input)
      if (updated) return updated
    }
  })
}

/** One statement reads, one writes. Undefined if what was read has changed between them: then nothing is written. */
async function tryUpdate(
  send: Send,
  domain: Domain,
  input: AssetChange,
): Promise<{ id: number } | undefined> {
  const errors = new ValidationErrors()
  const code = errors.text('code', input.code, 64)
  const givenRiskId = riskIdOf(errors, 'riskLevel', input.riskLevel)
  const { metaData: given, zoneId, typeId } = input
  // Without the type, all new values come from the input: concurrent updates of the asset do not require a retry.
  const needsType = typeId !== undefined || given !== undefined || input.riskLevel === null

  const lookup = { id: input.id, zoneId, typeId, code, needsType }
  const asset = requireFound('Asset', await findAsset(send, domain, lookup))
  errors.required('zoneId', zoneId)
  if (isKey(zoneId)) errors.reference('zoneId', asset.zoneId, 'zone')
  errors.required('typeId', typeId)
  if (isKey(typeId)) errors.reference('typeId', asset.namedType, 'asset type')
  if (asset.codeTaken) errors.add('TAKEN', 'code', CODE_TAKEN)

  const type = typeId === undefined ? asset.type : asset.namedType
  const metaData =
    type && (given !== undefined || type.id !== asset.type?.id)
      ? checkCustomFieldValues(
          errors,
          fieldsOf(type),
          given ?? [],
          given === null ? {} : valuesUnder(type, asset),
        )
      : undefined
  errors.throwIfAny()

  const changed = changeAsset(send, domain, {
    id: asset.id,
    version: needsType ? asset.version : null,
    zoneId: asset.zoneId,
    type,
    code,
    riskId: givenRiskId === null ? (type?.riskId ?? null) : givenRiskId,
    metaData,
  })
  return (await takenIfNotUnique(changed, 'code', CODE_TAKEN)) ? { id: asset.id } : undefined
}

/** The values of an asset, as they are under its own type or would be under another. */
function valuesUnder(type: FoundType, asset: FoundAsset): Record<string, string> {
  return !asset.type || type.id === asset.type.id
    ? asset.metaData
    : carriedOver(asset.metaData, fieldsOf(asset.type), fieldsOf(type))
}
