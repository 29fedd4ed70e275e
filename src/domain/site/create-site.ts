import type { Created, Domain, RecordKey } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { lockReference } from '../record/lock-reference.js'
import { checkSiteDetails, type SiteDetails } from './site-details.js'

export interface NewSite extends SiteDetails {
  readonly clientId: RecordKey
  readonly name: string
  /** The site is failing if it has at least this many defective assets. At least 1. Absent: 1. */
  readonly failureThreshold?: number | null | undefined
}

/** Creates a site of a client. */
export const createSite = (domain: Domain, input: NewSite): Promise<Created> =>
  createRecord(domain, 'Site', (tx, errors) => ({
    userId: tx.viewer.userId,
    clientId: lockReference(tx, errors, 'clientId', 'Client', input.clientId),
    name: errors.text('name', input.name),
    failureThreshold: errors.integer('failureThreshold', input.failureThreshold ?? 1, 1),
    ...checkSiteDetails(tx, errors, input),
  }))
