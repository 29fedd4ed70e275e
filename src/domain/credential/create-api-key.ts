import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { newApiKey } from './api-key-secret.js'

/** Makes an API key for the company. This is the only time that the key can be seen. */
export async function createApiKey(
  { prisma, viewer, now }: Domain,
  input: { readonly name: string },
): Promise<Created & { key: string }> {
  authorise(viewer, 'createApiKey')
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  errors.throwIfAny()

  const { key, prefix, hash } = newApiKey()
  const created = await prisma.apiKey.create({
    data: {
      uuid: newUuid(),
      companyId: viewer.companyId,
      userId: viewer.userId,
      name,
      prefix,
      hash,
      createdAt: now(),
    },
    select: { id: true, uuid: true },
  })
  return { ...created, key }
}
