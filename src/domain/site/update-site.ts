import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'
import { requireForUpdate } from '../require-record.js'
import { checkSiteDetails, type SiteDetails } from './site-details.js'

/** Absent fields, and absent parts of the address, stay as they are. */
export interface SiteChange extends SiteDetails {
  readonly id: RecordKey
  readonly clientId?: RecordKey | null | undefined
  readonly name?: string | null | undefined
  readonly failureThreshold?: number | null | undefined
}

/** Changes a site, which keeps a client, a name and a failure threshold of at least 1. */
export function updateSite(domain: Domain, input: SiteChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateSite')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Site', input.id)
    const errors = new ValidationErrors()
    const clientKey = errors.required('clientId', input.clientId)
    const clientId = await lockReference(tx, errors, 'clientId', 'Client', clientKey)
    const name = errors.text('name', input.name)
    const failureThreshold = errors.required('failureThreshold', input.failureThreshold)
    errors.integer('failureThreshold', failureThreshold, 1)
    const details = await checkSiteDetails(tx, errors, input)
    errors.throwIfAny()

    return tx.prisma.site.update({
      where: { id, companyId: tx.viewer.companyId },
      data: { ...omitUndefined({ clientId, name, failureThreshold }), ...details },
      select: { id: true },
    })
  })
}
