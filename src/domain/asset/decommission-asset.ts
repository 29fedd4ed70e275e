import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { requireForUpdate } from '../require-record.js'

/** Takes an asset out of use, for good: it is inspected no more and no longer counts as defective or overdue. */
export function decommissionAsset(
  domain: Domain,
  input: { readonly id: RecordKey },
): Promise<{ id: number }> {
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
