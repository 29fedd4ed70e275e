import { authorise } from '../access/authorise.js'
import { type ByIdWithReason, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { sendChange } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'

/** Puts a decommissioned asset back into use. It has the state that its inspections have led to. */
export async function recommissionAsset(domain: Domain, input: ByIdWithReason): Promise<Changed> {
  authorise(domain.viewer, 'recommissionAsset')
  return inTransaction(domain, async (tx) => {
    const asset = await requireForUpdate(tx, 'Asset', input.id)
    const errors = new ValidationErrors(tx)
    const recommissionReason = errors.lines('reason', input.reason, 1000)
    if (asset.decommissionedAt === null) errors.add('WRONG_STATE', 'id', 'The asset is in use.')
    errors.throwIfAny()
    const change = { decommissionedAt: null, recommissionedAt: tx.now(), recommissionReason }
    return sendChange(tx, 'Asset', asset, change)
  })
}
