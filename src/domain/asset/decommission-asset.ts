import { authorise } from '../access/authorise.js'
import { type ById, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'

/** Decommissions an asset: until it is put back into use, it cannot be inspected and is not overdue. */
export async function decommissionAsset(domain: Domain, input: ById): Promise<Changed> {
  authorise(domain.viewer, 'decommissionAsset')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Asset', input.id)
    const { count } = await tx.prisma.asset.updateMany({
      where: { id, companyId: tx.viewer.companyId, decommissionedAt: null },
      data: { decommissionedAt: tx.now() },
    })
    const errors = new ValidationErrors()
    if (count === 0) errors.add('WRONG_STATE', 'id', 'The asset is already decommissioned.')
    errors.throwIfAny()
    return { id }
  })
}
