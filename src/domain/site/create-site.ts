import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { type Created, type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'
import { checkSiteDetails, type SiteDetails } from './site-details.js'

export interface NewSite extends SiteDetails {
  readonly clientId: RecordKey
  readonly name: string
  /** How many defective assets make the site failing. Absent: 1. */
  readonly failureThreshold?: number | null | undefined
}

/** Adds a site of a client; its manager, if any, is an active user. */
export function createSite(domain: Domain, input: NewSite): Promise<Created> {
  authorise(domain.viewer, 'createSite')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    const clientId = await lockReference(tx, errors, 'clientId', 'Client', input.clientId)
    const name = errors.text('name', input.name)
    const failureThreshold = input.failureThreshold ?? 1
    errors.integer('failureThreshold', failureThreshold, 1)
    const details = await checkSiteDetails(tx, errors, input)
    errors.throwIfAny()

    const { companyId, userId } = tx.viewer
    return tx.prisma.site.create({
      data: { uuid: newUuid(), companyId, userId, clientId, name, failureThreshold, ...details },
      select: { id: true, uuid: true },
    })
  })
}
