import type { Changed, Domain, TransactionDomain } from '../domain.js'
import { OPEN_STATUSES } from '../job/job-status.js'
import { lockReference } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import type { ValidationErrors } from '../validation-errors.js'
import type { NewZone } from './create-zone.js'

export type ZoneChange = Change<NewZone>

/**
 * Updates a zone. A zone of an open job cannot move to another site. Other zones can, and their assets move with them.
 */
export const updateZone = (domain: Domain, input: ZoneChange): Promise<Changed> =>
  updateRecord(domain, 'Zone', input, async (tx, errors, { id, siteId: ownSiteId }) => {
    const siteKey = errors.required('siteId', input.siteId)
    const site = lockReference(tx, errors, 'siteId', 'Site', siteKey)
    const moveErrors = errors.later()
    const typeKey = errors.required('typeId', input.typeId)
    const type = lockReference(tx, errors, 'typeId', 'ZoneType', typeKey)
    const [siteId, typeId] = await Promise.all([site, type])
    if (siteId && siteId !== ownSiteId) await checkMove(tx, moveErrors, id, siteId)
    return {
      siteId,
      typeId,
      name: errors.text('name', input.name),
      size: errors.integer(
        'sizeSquareMetres',
        input.sizeSquareMetres === null ? 0 : input.sizeSquareMetres,
        0,
      ),
    }
  })

/**
 * Rejects the move of a zone that has open jobs. The zone is locked: a concurrent write that adds it to a job waits,
 * and then sees the new site.
 */
async function checkMove(
  tx: TransactionDomain,
  errors: ValidationErrors,
  id: number,
  siteId: number,
) {
  const { companyId } = tx.viewer
  const openJobs = await tx.prisma.job.count({
    where: {
      companyId,
      deletedAt: null,
      siteId: { not: siteId },
      status: { in: [...OPEN_STATUSES] },
      jobZones: { some: { companyId, zoneId: id } },
    },
  })
  if (openJobs > 0) errors.add('IN_USE', 'siteId', 'This zone still has open jobs at its site.')
}
