import type { Changed, Domain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import type { NewSite } from './create-site.js'
import { checkSiteDetails } from './site-details.js'

/** Absent parts of the address stay unchanged, too. */
export type SiteChange = Change<NewSite>

/** Updates a site. Its client, name and failure threshold cannot be cleared. */
export const updateSite = (domain: Domain, input: SiteChange): Promise<Changed> =>
  updateRecord(domain, 'Site', input, async (tx, errors) => {
    const clientKey = errors.required('clientId', input.clientId)
    const clientId = await lockReference(tx, errors, 'clientId', 'Client', clientKey)
    const name = errors.text('name', input.name)
    const failureThreshold = errors.required('failureThreshold', input.failureThreshold)
    errors.integer('failureThreshold', failureThreshold, 1)
    const details = await checkSiteDetails(tx, errors, input)
    return { clientId, name, failureThreshold, ...details }
  })
