import type { Finding } from '../../db/generated/prisma/client.js'
import type { ById, Changed, Domain } from '../domain.js'
import { findAndLock } from '../record/lock-reference.js'
import { identify } from '../record/record-key.js'
import { changeFindingStatus } from './change-finding-status.js'
import { checkMayOpen } from './check-may-open.js'

/** The columns of a finding that is open again. */
const OPEN: Partial<Finding> = {
  resolution: null,
  resolvedAt: null,
  resolvedById: null,
  resolvedByInspectionId: null,
}

/**
 * Opens a resolved or accepted finding again. Technicians cannot reopen an accepted one. Locks the asset first: it must not be
 * removed while it has open findings, and a question of it has at most one.
 */
export const reopenFinding = (domain: Domain, { id }: ById): Promise<Changed> =>
  changeFindingStatus(
    domain,
    id,
    'reopenFinding',
    async (errors, tx, finding) => {
      if (finding.status === 'accepted' && tx.viewer.role === 'technician')
        errors.add('NOT_ALLOWED', 'id', 'An admin accepted this finding.')
      if (finding.status !== 'open') await checkMayOpen(tx, errors, finding)
      return OPEN
    },
    async (tx, errors) => {
      const where = { companyId: tx.viewer.companyId, ...identify(id) }
      const finding = await tx.prisma.finding.findFirst({ where, select: { assetId: true } })
      if (!finding) return
      const [asset] = await findAndLock(tx, 'Asset', [finding.assetId], 'update')
      if (asset === null) errors.add('WRONG_STATE', 'id', 'Its asset is removed.')
    },
  )
