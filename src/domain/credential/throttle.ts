import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { DomainError } from '../errors.js'
import { networkOf } from './network-of.js'

/** One attempt to sign in, which has been counted. */
export interface Attempt {
  /** Takes the attempt back, for it succeeded. */
  forgive(): Promise<void>
}

export interface Throttle {
  /** Counts an attempt before it is known how it ends, so that guesses made at once all count. Refused: THROTTLED. */
  countAttempt(username: string, address: string): Promise<Attempt>
}

/** How many times the attempts on one account from one address are allowed in all, to either. */
const BREADTH = 10

/**
 * Counts failed attempts to sign in, in the database, for all instances of the service together. Somebody who guesses
 * at one account is stopped at his address, while its owner still gets in from elsewhere; many addresses that guess at
 * one account, and one address that guesses at many, are stopped at ten times as many attempts. Whoever is refused may
 * try again within a minute.
 */
export function createThrottle(db: Pick<Sql, 'query'>, attemptsPerMinute: number): Throttle {
  const limiter = (name: string, points: number) =>
    new RateLimiterPostgres({
      storeClient: db,
      // It calls `query` on the client, and nothing else.
      storeType: 'pool',
      tableName: 'login_attempt',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: 60,
    })
  const pair = limiter('pair', attemptsPerMinute)
  const account = limiter('account', attemptsPerMinute * BREADTH)
  const network = limiter('network', attemptsPerMinute * BREADTH)

  return {
    async countAttempt(username, address) {
      const accountKey = digest(username)
      const networkKey = networkOf(address)
      const pairKey = `${accountKey}@${networkKey}`
      await consume(pair, pairKey)
      await consume(account, accountKey)
      await consume(network, networkKey)
      const forgive = async () => {
        await pair.delete(pairKey)
        await account.reward(accountKey)
        await network.reward(networkKey)
      }
      return { forgive }
    },
  }
}

/** Of one length however long a username somebody sends, and no list of usernames in the database. */
const digest = (username: string) => createHash('sha256').update(username).digest('base64url')

async function consume(limiter: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    throw new DomainError('THROTTLED', 'Too many attempts to sign in.', [], seconds, limiter.points)
  }
}
