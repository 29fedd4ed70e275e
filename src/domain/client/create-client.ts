import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain } from '../domain.js'
import { Problems } from '../problems.js'
import { checkClientDetails, type ClientDetails } from './client-details.js'

export interface NewClient extends ClientDetails {
  readonly legalName: string
}

/** Adds a client, whose names need not be unique. */
export async function createClient(domain: Domain, input: NewClient): Promise<Created> {
  authorise(domain.viewer, 'createClient')
  const problems = new Problems()
  const legalName = problems.text('legalName', input.legalName)
  const details = checkClientDetails(problems, input)
  problems.throwIfAny()

  const { companyId, userId } = domain.viewer
  return domain.prisma.client.create({
    data: { uuid: newUuid(), companyId, userId, legalName, ...details },
    select: { id: true, uuid: true },
  })
}
