import { authorise } from '../access/policy.js'
import { type Domain, inTransaction } from '../domain.js'
import { isKey } from '../record/record-key.js'
import { requireForUpdate, requireFound } from '../record/require-record.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import type { Change } from '../record/update-record.js'
import { riskIdOf } from '../risk/risk.js'
import { ValidationErrors } from '../validation-errors.js'
import { type AssetValues, changeAsset } from './change-asset.js'
import type { NewAsset } from './create-asset.js'
import { carriedOver, checkCustomFieldValues, fieldsOf } from './custom-field-values.js'
import { findAsset, type FoundAsset, type FoundType, type Send } from './find-asset.js'
import { CODE_TAKEN } from './insert-asset.js'

/**
 * `riskLevel` null: the type's. `metaData` changes only the fields that it lists; null clears all values.
 */
export type AssetChange = Change<Omit<NewAsset, 'barcode'>>

/** After this many attempts fail because of concurrent updates, the asset is locked before it is read. */
const MAX_OPTIMISTIC_ATTEMPTS = 3

/** Updates an asset. Zone, type and code cannot be cleared. A new type drops the values of fields that it does not have. */
export async function updateAsset(domain: Domain, input: AssetChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateAsset')
  const send: Send = async (statement) => (await domain.db.query(statement)).rows as never
  for (let attempt = 0; attempt < MAX_OPTIMISTIC_ATTEMPTS; attempt += 1) {
    const updated = await tryUpdate(send, domain, input)
    if (updated) return updated
  }
  return updateLocked(domain, input)
}

/** Locks the asset first: then an attempt fails only if its zone or type is changed concurrently. Ends by timeout. */
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

/** Reads with one statement and writes with another. Undefined if a row has changed between them: nothing is written. */
async function tryUpdate(
  send: Send,
  domain: Domain,
  input: AssetChange,
): Promise<{ id: number } | undefined> {
  const values = await checkChange(send, domain, input)
  const changed = changeAsset(send, domain, values)
  return (await takenIfNotUnique(changed, 'code', CODE_TAKEN)) ? { id: values.id } : undefined
}

async function checkChange(send: Send, domain: Domain, input: AssetChange): Promise<AssetValues> {
  const errors = new ValidationErrors()
  const code = errors.text('code', input.code, 64)
  const riskId = riskIdOf(errors, input.riskLevel)
  const { zoneId, typeId } = input
  // Without the type, all new values come from the input: then a concurrent update of the asset requires no retry.
  const needsType = typeId !== undefined || input.metaData !== undefined || input.riskLevel === null

  const lookup = { id: input.id, zoneId, typeId, code, needsType }
  const found = await findAsset(send, domain, lookup)
  const asset = requireFound('Asset', found, ({ removed }) => removed)
  errors.required('zoneId', zoneId)
  if (isKey(zoneId)) errors.reference('zoneId', asset.zoneId, 'Zone')
  errors.required('typeId', typeId)
  if (isKey(typeId)) errors.reference('typeId', asset.newType, 'AssetType')
  if (asset.codeTaken) errors.add('TAKEN', 'code', CODE_TAKEN)
  const type = typeId === undefined ? asset.type : asset.newType
  const metaData = checkMetaData(errors, asset, type, input.metaData)
  errors.throwIfAny()
  return {
    id: asset.id,
    version: needsType ? asset.version : null,
    zoneId: asset.zoneId,
    type,
    code,
    riskId: riskId === null ? (type?.riskId ?? null) : riskId,
    metaData,
  }
}

/** The new values of the custom fields; undefined if neither the input nor a new type changes them. */
function checkMetaData(
  errors: ValidationErrors,
  asset: FoundAsset,
  type: FoundType | null,
  input: AssetChange['metaData'],
): Record<string, string> | undefined {
  const oldType = asset.type
  const isNewType = type?.id !== oldType?.id
  if (!type || (input === undefined && !isNewType)) return undefined
  const fields = fieldsOf(type)
  const oldValues =
    oldType && isNewType ? carriedOver(asset.metaData, fieldsOf(oldType), fields) : asset.metaData
  return checkCustomFieldValues(errors, fields, input ?? [], input === null ? {} : oldValues)
}
