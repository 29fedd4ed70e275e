import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkClientDetails } from './client-details.js'
import type { NewClient } from './create-client.js'

export type ClientChange = Change<NewClient>

/** Updates a client. Its legal name cannot be cleared. */
export const updateClient = (domain: Domain, input: ClientChange): Promise<Changed> =>
  updateRecord(domain, 'Client', input, (_tx, errors) => ({
    legalName: errors.text('legalName', input.legalName),
    ...checkClientDetails(errors, input),
  }))
