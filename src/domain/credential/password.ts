import { randomUUID } from 'node:crypto'
import { type Options, hash, verify } from '@node-rs/argon2'

/** argon2id, the library's default algorithm, with 19 MiB of memory, two passes and one lane. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** Verifies a password. Without a hash, returns false after the same time: timing does not reveal unknown users. */
export async function verifyPassword(passwordHash: string | undefined, password: string) {
  const matches = await verify(passwordHash ?? (await dummyHash), password)
  return matches && passwordHash !== undefined
}

const dummyHash = hashPassword(randomUUID())
