import { randomUUID } from 'node:crypto'
import { type Options, hash, verify } from '@node-rs/argon2'
import { type InTurn, queueForHashing } from './hashing-queue.js'

/** argon2id, the library's default algorithm, with 19 MiB of memory, two passes and one lane. */
const OPTIONS: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Throws OVERLOADED if too many hashes are queued. */
export const hashPassword = (password: string): Promise<string> =>
  queueForHashing((inTurn) => inTurn(() => hash(password, OPTIONS)))

/** Verifies a password. Throws OVERLOADED if too many hashes are queued. */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  queueForHashing(async (inTurn) => (await findHash(inTurn, [passwordHash], password)) === 0)

/**
 * The index of the first hash that matches the password; -1 if there is none. Verifies all hashes concurrently, in one
 * call of `inTurn`, so that the time reveals neither their number nor which of them matches. If there are no hashes,
 * verifies a dummy hash: timing does not reveal unknown users.
 */
export async function findHash(
  inTurn: InTurn,
  hashes: readonly string[],
  password: string,
): Promise<number> {
  const verified = await inTurn(async () => {
    if (hashes.length === 0) await verify(await dummyHash, password)
    return Promise.all(hashes.map((each) => verify(each, password)))
  })
  return verified.indexOf(true)
}

const dummyHash = hash(randomUUID(), OPTIONS)
