import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Domain } from '../domain.js'
import { Problems } from '../problems.js'
import { hashSecret, newSecret } from './secret.js'

/** How much of a key is kept in clear, to tell keys apart: the rest still has more than 256 random bits. */
const PREFIX_LENGTH = 'fis_key_'.length + 8

/** Makes an API key for the company. This is the only time that the key can be seen. */
export async function createApiKey(
  { prisma, viewer, now }: Domain,
  input: { readonly name: string },
): Promise<{ id: number; key: string }> {
  authorise(viewer, 'createApiKey')
  const problems = new Problems()
  const name = problems.text('name', input.name)
  problems.throwIfAny()

  const key = newSecret('key')
  const { id } = await prisma.apiKey.create({
    data: {
      uuid: newUuid(),
      companyId: viewer.companyId,
      userId: viewer.userId,
      name,
      prefix: key.slice(0, PREFIX_LENGTH),
      hash: new Uint8Array(hashSecret(key)),
      createdAt: now(),
    },
    select: { id: true },
  })
  return { id, key }
}
