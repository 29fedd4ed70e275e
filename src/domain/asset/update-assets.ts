import { authorise } from '../access/authorise.js'
import { type Bulk, type BulkResult, Rows } from '../bulk/rows.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { findAndLock } from '../record/lock-reference.js'
import { isKey } from '../record/record-key.js'
import { violatedUniqueConstraint } from '../record/unique-constraint.js'
import { type AssetChange, checkAssetChange, normalizeAssetChange } from './asset-change.js'
import { type AssetValues, changeAssets } from './change-assets.js'
import { findChangedAssets } from './find-changed-assets.js'

/** If this many attempts fail because of concurrent updates, the next one locks what it reads. */
const MAX_OPTIMISTIC_ATTEMPTS = 3

/**
 * Updates assets. Two assets cannot swap codes: a code that an asset has before the update counts as taken for all
 * other assets.
 */
export function updateAssets(
  domain: Domain,
  input: Bulk<AssetChange>,
): Promise<BulkResult<Changed>> {
  authorise(domain.viewer, 'updateAssets')
  return changeAssetRows(domain, () => Rows.of(domain, input))
}

/**
 * Validates and updates assets with optimistic concurrency control: if a concurrent write changes what was validated,
 * validates the rows again (`newRows`).
 */
export async function changeAssetRows(
  domain: Domain,
  newRows: () => Rows<AssetChange>,
): Promise<BulkResult<Changed>> {
  for (let attempt = 0; attempt < MAX_OPTIMISTIC_ATTEMPTS; attempt += 1) {
    const updated = await tryUpdate(domain, newRows())
    if (updated) return updated
  }
  return updateLocked(domain, newRows)
}

/**
 * Locks the zones, the types and the assets, so that an attempt fails only if a code is taken concurrently, or if an asset got
 * another type before it was locked. The transaction's timeout ends the loop.
 */
function updateLocked(domain: Domain, newRows: () => Rows<AssetChange>) {
  return inTransaction(domain, async (tx) => {
    const rows = newRows().all
    const texts = rows.map(({ errors, input }) => normalizeAssetChange(errors, input))
    const { oldTypes } = await findChangedAssets(tx, texts)
    const typeKeys = [...texts.map(({ typeId }) => typeId), ...oldTypes.keys()]
    await findAndLock(tx, 'Zone', texts.map(({ zoneId }) => zoneId).filter(isKey))
    await findAndLock(tx, 'AssetType', typeKeys.filter(isKey), 'share')
    await findAndLock(
      tx,
      'Asset',
      texts.map(({ id }) => id),
      'update',
    )
    for (;;) {
      const updated = await tryUpdate(tx, newRows())
      if (updated) return updated
    }
  })
}

/**
 * Reads with one statement and writes with another. Undefined if a concurrent write came between the two: then nothing
 * is written.
 */
async function tryUpdate(
  domain: Domain,
  rows: Rows<AssetChange>,
): Promise<BulkResult<Changed> | undefined> {
  const valid = await checkRows(domain, rows)
  rows.throwIfRejected()
  const written = rows.result(valid.map(({ id }) => ({ id })))
  try {
    return await changeAssets(domain, valid, written)
  } catch (error) {
    // A concurrent write has taken a code since it was checked. The next check finds it.
    if (violatedUniqueConstraint(error)) return undefined
    throw error
  }
}

async function checkRows(domain: Domain, rows: Rows<AssetChange>): Promise<AssetValues[]> {
  const texts = new Map(rows.all.map((row) => [row, normalizeAssetChange(row.errors, row.input)]))
  const found = await findChangedAssets(domain, [...texts.values()])
  const checked = [...texts].map(([row, each]) => checkAssetChange(rows, row, each, found))
  rows.rejectRepeated(
    {
      id: ({ input }) => found.assets.get(input.id)?.id,
      code: (row) => texts.get(row)?.code,
    },
    (errors, field) => {
      if (field === 'id') errors.add('INVALID', 'id', 'An earlier row changes the same asset.')
      else errors.taken(field)
    },
  )
  return rows.valid(checked)
}
