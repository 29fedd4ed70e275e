import { authorise } from '../access/policy.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { isKey } from '../record/record-key.js'
import { requireForUpdate, requireFound } from '../record/require-record.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import { rejectStale } from '../record/stale.js'
import type { Change } from '../record/update-record.js'
import { riskIdOf } from '../risk/risk.js'
import { ValidationErrors } from '../validation-errors.js'
import { type AssetValues, changeAsset } from './change-asset.js'
import type { NewAsset } from './new-asset.js'
import { carriedOver, checkCustomFieldValues, fieldsOf } from './custom-field-values.js'
import { findAsset, type FoundAsset, type FoundType } from './find-asset.js'

/**
 * `riskLevel` null sets the risk level of the type. `customFieldValues` changes only the fields that it lists; null
 * clears all values.
 */
export type AssetChange = Change<Omit<NewAsset, 'barcode'>>

/** If this many attempts fail because of concurrent updates, the next one locks the asset before it reads it. */
const MAX_OPTIMISTIC_ATTEMPTS = 3

/** Updates an asset. Zone, type and code cannot be cleared. A new type drops the values of fields that it does not have. */
export async function updateAsset(domain: Domain, input: AssetChange): Promise<Changed> {
  authorise(domain.viewer, 'updateAsset')
  for (let attempt = 0; attempt < MAX_OPTIMISTIC_ATTEMPTS; attempt += 1) {
    const updated = await tryUpdate(domain, input)
    if (updated) return updated
  }
  return updateLocked(domain, input)
}

/**
 * Locks the asset, so that an attempt fails only if the zone or the type changes concurrently. The transaction's timeout
 * ends the loop.
 */
function updateLocked(domain: Domain, input: AssetChange): Promise<Changed> {
  return inTransaction(domain, async (tx) => {
    await requireForUpdate(tx, 'Asset', input.id)
    for (;;) {
      const updated = await tryUpdate(tx, input)
      if (updated) return updated
    }
  })
}

/** Reads with one statement and writes with another. Undefined if a row has changed in between: nothing is written. */
async function tryUpdate(domain: Domain, input: AssetChange): Promise<Changed | undefined> {
  const values = await checkChange(domain, input)
  return takenIfNotUnique('code', changeAsset(domain, values))
}

async function checkChange(domain: Domain, input: AssetChange): Promise<AssetValues> {
  const errors = new ValidationErrors(domain)
  const code = errors.text('code', input.code, 64)
  const riskId = riskIdOf(errors, input.riskLevel)
  // If false, all new values come from the input, and a concurrent update of the asset does not require a retry.
  const needsOldType =
    input.typeId !== undefined || input.customFieldValues !== undefined || input.riskLevel === null

  const found = await findAsset(domain, { ...input, code, needsOldType })
  const asset = requireFound('Asset', found, ({ removed }) => removed)
  rejectStale(asset, input)
  errors.required('zoneId', input.zoneId)
  if (isKey(input.zoneId)) errors.reference('zoneId', asset.zoneId, 'Zone')
  errors.required('typeId', input.typeId)
  if (isKey(input.typeId)) errors.reference('typeId', asset.type, 'AssetType')
  if (asset.codeTaken) errors.taken('code')
  const type = input.typeId === undefined ? asset.oldType : asset.type
  const metaData = checkMetaData(errors, asset, type, input.customFieldValues)
  errors.throwIfAny()
  return {
    id: asset.id,
    version: needsOldType || input.expectedUpdatedAt ? asset.version : null,
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
  { metaData, oldType }: FoundAsset,
  type: FoundType | null,
  input: AssetChange['customFieldValues'],
): Record<string, string> | undefined {
  const isNewType = type?.id !== oldType?.id
  if (!type || (input === undefined && !isNewType)) return undefined
  const fields = fieldsOf(type)
  const values = oldType && isNewType ? carriedOver(metaData, fieldsOf(oldType), fields) : metaData
  return checkCustomFieldValues(errors, fields, input ?? [], input === null ? {} : values)
}
