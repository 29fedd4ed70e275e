import { authorise } from '../access/policy.js'
import { type ByIdWithReason, type Changed, type Domain, inTransaction } from '../domain.js'
import { requireForUpdate } from '../record/require-record.js'
import { ValidationErrors } from '../validation-errors.js'

/** Puts a decommissioned asset back into use. It has the state that its inspections have led to. */
export async function recommissionAsset(domain: Domain, input: ByIdWithReason): Promise<Changed> {
  authorise(domain.viewer, 'recommissionAsset')
  return inTransaction(domain, async (tx) => {
    const { id, decommissioned_at: decommissionedAt } = await requireForUpdate(
      tx,
      'Asset',
      input.id,
    )
    const errors = new ValidationErrors(tx)
    const recommissionReason = errors.lines('reason', input.reason, 1000)
    if (decommissionedAt === null) errors.add('WRONG_STATE', 'id', 'The asset is in use.')
    errors.throwIfAny()
    const now = tx.now()
    await tx.prisma.asset.update({
      where: { companyId_id: { companyId: tx.viewer.companyId, id } },
      data: { decommissionedAt: null, recommissionedAt: now, recommissionReason, updatedAt: now },
      select: { id: true },
    })
    return { id }
  })
}
