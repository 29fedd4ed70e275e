import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { DomainError } from '../errors.js'
import { networkOf } from './network-of.js'

export type Throttle = ReturnType<typeof createThrottle>

/**
 * Rate limit for signing in, against password guessing. Counts attempts in the database, for all instances of the service
 * together. The limit `attemptsPerMinute` is for each pair of account and network, so that an attacker on another network
 * cannot lock the owner out. The limit for each account from all networks, and for each network, is ten times as high.
 */
export function createThrottle(db: Pick<Sql, 'query'>, attemptsPerMinute: number) {
  const limiter = (name: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: db,
      // The library calls only `query` on a client of this type.
      storeType: 'pool',
      tableName: 'login_attempt',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: 60,
    })
  const pair = limiter('pair', attemptsPerMinute)
  const account = limiter('account', attemptsPerMinute * 10)
  const network = limiter('network', attemptsPerMinute * 10)

  return {
    /** Counts an attempt before the password is verified, so that concurrent guesses all count. Throws THROTTLED. */
    async countAttempt(username: string, address: string) {
      const accountKey = digest(username)
      const networkKey = networkOf(address)
      const pairKey = `${accountKey}@${networkKey}`
      await consume(pair, pairKey)
      await consume(account, accountKey)
      await consume(network, networkKey)
      return {
        /** After a success: uncounts the attempt, and all attempts of the pair. */
        async uncount() {
          await pair.delete(pairKey)
          await account.reward(accountKey)
          await network.reward(networkKey)
        },
      }
    },
  }
}

/** A hash: keys have a fixed length, and the table does not reveal usernames. */
const digest = (username: string) => createHash('sha256').update(username).digest('base64url')

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
    throw new DomainError('THROTTLED', 'Too many attempts to sign in.', [], seconds, limiter.points)
  }
}
