import { authorise } from '../access/authorise.js'
import { type ByIdWithReason, type Changed, type Domain, inTransaction } from '../domain.js'
import { withdrawFindings } from '../finding/withdraw-findings.js'
import { findAndLock } from '../record/lock-reference.js'
import { requireForUpdate } from '../record/require-record.js'
import { cancelReports } from '../report/queue-reports.js'
import { ValidationErrors } from '../validation-errors.js'
import { findLaterAnswers } from './later-answers.js'
import { updateAssetStates } from './update-asset-states.js'

/**
 * Voids an inspection, which counts as its removal: lists, counts and statistics leave it out, and its job has not inspected
 * the asset. It keeps a report that is made; one that is not made yet is cancelled. The asset gets the state that its other
 * inspections have led to, and so do its findings: see `withdrawFindings`. A completed job stays completed. Technicians can
 * void only their own inspections.
 */
export async function voidInspection(domain: Domain, input: ByIdWithReason): Promise<Changed> {
  authorise(domain.viewer, 'voidInspection')
  return inTransaction(domain, async (tx) => {
    const { companyId, userId, role } = tx.viewer
    const found = await requireForUpdate(tx, 'Inspection', input.id, { removed: true })
    const { id, removed, assetId, inspectorId } = found
    const errors = new ValidationErrors(tx)
    // The lock that an inspection of the asset takes, too.
    const [asset] = await findAndLock(tx, 'Asset', [assetId], 'update')
    if (asset === null) errors.add('WRONG_STATE', 'id', 'Its asset is removed.')
    const voidReason = errors.lines('reason', input.reason, 1000)
    if (removed) errors.add('WRONG_STATE', 'id', 'The inspection is already voided.')
    if (role === 'technician' && inspectorId !== userId)
      errors.add('NOT_ALLOWED', 'id', 'Another user recorded this inspection.')
    errors.throwIfAny()
    const updatedAt = tx.now()
    await tx.prisma.inspection.update({
      where: { companyId_id: { companyId, id } },
      data: { deletedAt: updatedAt, deletedById: userId, voidReason, updatedAt },
      select: { id: true },
    })
    await Promise.all([cancelReports(tx, id), updateAssetStates(tx, [assetId])])
    const voided = { id, assetId }
    const all = { assetId: voided.assetId, inspectedAt: new Date(0) }
    await withdrawFindings(tx, voided, () => findLaterAnswers(tx, [all]))
    return { id }
  })
}
