import { randomUUID } from 'node:crypto'
import { type Options, hash, verify } from '@node-rs/argon2'

/** argon2id with 19 MiB, two passes and one lane; argon2id is what the library takes where none is named. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash under which a password is kept. */
export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Whether the password is the hashed one. Without a hash: no, after just as long. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && passwordHash !== undefined
}

const dummyHash = hashPassword(randomUUID())
