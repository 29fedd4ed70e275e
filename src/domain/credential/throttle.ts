import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { DomainError } from '../errors.js'
import { networkOf } from './network-of.js'

/** A counted attempt to sign in. */
export interface Attempt {
  /** After a success: uncounts the attempt, and earlier attempts on the account from the same network. */
  uncount(): Promise<void>
}

export interface Throttle {
  /** Counts an attempt before the password is verified, so that concurrent guesses all count. Throws THROTTLED. */
  countAttempt(username: string, address: string): Promise<Attempt>
}

/**
 * Rate limit for signing in, against password guessing. Counts attempts in the database, for all instances of the service
 * together. `attemptsPerMinute` is for one account from one network: a guesser does not lock out the account's owner, who
 * uses another network. One account from all networks, and one network with all accounts, have ten times that limit.
 */
export function createThrottle(db: Pick<Sql, 'query'>, attemptsPerMinute: number): Throttle {
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
    async countAttempt(username, address) {
      const accountKey = digest(username)
      const networkKey = networkOf(address)
      const pairKey = `${accountKey}@${networkKey}`
      await consume(pair, pairKey)
      await consume(account, accountKey)
      await consume(network, networkKey)
      const uncount = async () => {
        await pair.delete(pairKey)
        await account.reward(accountKey)
        await network.reward(networkKey)
      }
      return { uncount }
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
