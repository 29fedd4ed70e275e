import { authorise } from '../access/authorise.js'
import { type Bulk, type BulkResult, Rows } from '../bulk/rows.js'
import { createRowsOnce } from '../chosen-id/create-rows-once.js'
import type { Created, Domain } from '../domain.js'
import { violatedUniqueConstraint } from '../record/unique-constraint.js'
import { findNewAssetReferences } from './find-new-asset-references.js'
import { type AssetRow, insertAssets, type Steps } from './insert-assets.js'
import { checkNewAsset, normalizeNewAsset, type NewAsset } from './new-asset.js'

/** Creates assets, each with a barcode. Codes and barcodes are unique in the company, also among removed assets. */
export function createAssets(domain: Domain, input: Bulk<NewAsset>): Promise<BulkResult<Created>> {
  authorise(domain.viewer, 'createAssets')
  return createRowsOnce(domain, 'Asset', () => Rows.of(domain, input), insertNewAssets)
}

/** The largest step of a counter. The steps double with each attempt: 21 attempts skip a million taken codes. */
const MAX_STEP = 2 ** 20

/**
 * Validates and inserts assets. Optimistic concurrency control: if a zone or a type changes, or a code is taken,
 * between the validation and the insert, this function validates the rows again (`newRows`). A client may have used a
 * code or barcode that the counter generates next: then the insert fails, the counter stays as it was, and the next
 * attempt doubles the step.
 */
export async function insertNewAssets(
  domain: Domain,
  newRows: () => Rows<NewAsset>,
): Promise<BulkResult<Created>> {
  let steps: Steps = { code: 1, barcode: 1 }
  let failedBefore: number | undefined
  for (;;) {
    const rows = newRows()
    const valid = await checkRows(domain, rows)
    rows.throwIfRejected()
    // A concurrent write has taken a code or barcode of the input. So the last unique violation was not due to a
    // generated code.
    if (failedBefore !== undefined && rows.failedCount > failedBefore)
      steps = { code: 1, barcode: 1 }
    failedBefore = rows.failedCount
    try {
      const created = await insertAssets(domain, valid, steps)
      if (created) return rows.result(created)
    } catch (error) {
      steps = nextSteps(steps, rows, valid, error)
    }
  }
}

async function checkRows(domain: Domain, rows: Rows<NewAsset>): Promise<AssetRow[]> {
  const texts = new Map(rows.all.map((row) => [row, normalizeNewAsset(row.errors, row.input)]))
  const found = await findNewAssetReferences(domain, [...texts.values()])
  const checked = [...texts].map(([{ errors, input }, each]) =>
    checkNewAsset(errors, input, each, found),
  )
  rows.rejectRepeated(
    { code: (row) => texts.get(row)?.code, barcode: (row) => texts.get(row)?.barcode },
    (errors, field) => {
      errors.taken(field)
    },
  )
  return rows.valid(checked)
}

/** The steps after a unique violation. Rethrows any other error. */
function nextSteps(
  steps: Steps,
  rows: Rows<NewAsset>,
  valid: readonly AssetRow[],
  error: unknown,
): Steps {
  const constraint = violatedUniqueConstraint(error)
  if (!constraint) throw error
  const field = constraint.includes('barcode') ? 'barcode' : 'code'
  // If no value is generated, a concurrent write has taken a value of the input. The next check finds it.
  if (!valid.some((row) => row[field] === null)) return steps
  const step = steps[field] * 2
  if (step > MAX_STEP) {
    for (const { errors } of rows.all) errors.taken(field)
    throw rows.rejection()
  }
  return { ...steps, [field]: step }
}
