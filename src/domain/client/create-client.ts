import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { checkClientDetails, type ClientDetails } from './client-details.js'

export interface NewClient extends ClientDetails {
  readonly legalName: string
}

/** Adds a client, whose names need not be unique. */
export async function createClient(domain: Domain, input: NewClient): Promise<Created> {
  authorise(domain.viewer, 'createClient')
  const errors = new ValidationErrors()
  const legalName = errors.text('legalName', input.legalName)
  const details = checkClientDetails(errors, input)
  errors.throwIfAny()

  const { companyId, userId } = domain.viewer
  return domain.prisma.client.create({
    data: { uuid: newUuid(), companyId, userId, legalName, ...details },
    select: { id: true, uuid: true },
  })
}
