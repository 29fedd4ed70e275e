import type { BulkResult, Rows } from '../bulk/rows.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { type ChosenId, isChosen, newUuidOf } from './chosen-id.js'
import { type ClaimedIds, claimIds } from './claim-ids.js'
import type { ChosenIdModel } from './create-once.js'

/** `createOnce` for a bulk operation. `newRows` returns the rows of the input, without errors. */
export async function createRowsOnce<Input extends ChosenId, Written extends Created>(
  domain: Domain,
  model: ChosenIdModel,
  newRows: () => Rows<Input>,
  write: (domain: Domain, newRows: () => Rows<Input>) => Promise<BulkResult<Written>>,
): Promise<BulkResult<Created>> {
  const inputs = newRows().all.map(({ input }) => input)
  if (!inputs.some(isChosen)) return write(domain, newRows)
  return inTransaction(domain, async (tx) => {
    const claims = await claimIds(tx, model, inputs.filter(isChosen))
    const result = await write(tx, () => settled(newRows(), claims))
    const failed = inputs.filter((input, index) => isChosen(input) && !result.records[index])
    const created = new Set(result.records.map((each) => each?.uuid))
    await claims.release(failed.filter((input) => !created.has(newUuidOf(input))))
    return result
  })
}

/** Settles the rows whose records exist already, and rejects those whose ids are taken, also by an earlier row. */
function settled<Input extends ChosenId>(rows: Rows<Input>, claims: ClaimedIds): Rows<Input> {
  const seen = new Set<string>()
  for (const row of rows.all.filter(({ input }) => isChosen(input))) {
    const { errors, input } = row
    const id = newUuidOf(input)
    if (seen.has(id)) errors.add('TAKEN', 'id', 'An earlier row has this id.')
    seen.add(id)
    const found = rows.attempt(row, () => claims.find(errors, input))
    if (found && errors.allowWrite) rows.settle(row, found)
  }
  return rows
}
