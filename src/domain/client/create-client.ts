import { authorise } from '../access/authorise.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import { sendInsert } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkClientDetails, type ClientDetails } from './client-details.js'

export interface NewClient extends ClientDetails {
  readonly legalName: string
}

/** Creates a client. Its names need not be unique. */
export async function createClient(domain: Domain, input: NewClient): Promise<Created> {
  authorise(domain.viewer, 'createClient')
  const errors = new ValidationErrors()
  const columns = {
    userId: domain.viewer.userId,
    legalName: errors.text('legalName', input.legalName),
    ...checkClientDetails(errors, input),
  }
  errors.throwIfAny()
  return inTransaction(domain, (tx) => sendInsert(tx, 'Client', columns))
}
