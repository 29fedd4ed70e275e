import { randomUUID } from 'node:crypto'
import type { Operator } from '../operator.js'
import { ValidationErrors } from '../validation-errors.js'
import { newClientSecret } from './client-secret.js'

/** Creates an OAuth client. Returns its secret, which cannot be read later. */
export async function createOauthClient({ db, now }: Operator, input: { readonly name: string }) {
  const errors = new ValidationErrors()
  const name = errors.text('name', input.name)
  errors.throwIfAny()

  const { secret, secretHash } = newClientSecret()
  const data = { id: randomUUID(), name, secretHash, createdAt: now() }
  const { id } = await db.transaction(({ prisma }) =>
    prisma.oauthClient.create({ data, select: { id: true } }),
  )
  return { id, name, secret }
}
