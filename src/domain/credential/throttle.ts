import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Sql } from '../../db/dispatch/dispatch.js'
import { DomainError } from '../errors.js'

export type Throttle = ReturnType<typeof createThrottle>

type QueryConfig = Parameters<Sql['write']>[0]

export interface SignInAttempt {
  /** In lower case. */
  readonly username: string
  readonly network: string
  /** A live session of a user with this username. */
  readonly sessionId?: string | undefined
  /**
   * How many of the users with this username are known. A known user has signed in from the network before, or has the
   * live session `sessionId`.
   */
  readonly known: 'none' | 'some' | 'all'
}

export interface ClientAttempt {
  readonly clientId: string
  readonly network: string
  /** A known user or a live session that the request names. It has a limit of its own. */
  readonly owner?: string | undefined
  /** Whether the secret was right. */
  readonly isRight: boolean
}

/**
 * Rate limits against guessing passwords and OAuth client secrets, and on requests for new passwords. Counts attempts
 * in the database, for all instances of the service together. The limit `attemptsPerMinute` is for each pair of account
 * and network. The limits for each account from all networks, and for each network, are ten times as high; they do not
 * apply to known users (see `SignInAttempt.known`), so that a guesser cannot lock them out. docs/decisions/sign-in.md
 * has the threat model.
 */
export function createThrottle(db: Pick<Sql, 'write'>, attemptsPerMinute: number) {
  const limiter = (name: string, points: number) =>
    new RateLimiterPostgres({
      // The library calls only `query` on a client of this type.
      storeClient: { query: (statement: QueryConfig) => db.write(statement) },
      storeType: 'pool',
      tableName: 'login_attempt',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: 60,
    })
  const countersOf = (prefix: string) => ({
    pair: limiter(`${prefix}pair`, attemptsPerMinute),
    account: limiter(`${prefix}account`, attemptsPerMinute * 10),
    networks: limiter(`${prefix}network`, attemptsPerMinute * 10),
  })
  const signIns = countersOf('')
  const resets = countersOf('reset-')
  const client = limiter('client', attemptsPerMinute)

  /** Throws THROTTLED. Sends the same statements for known and unknown users. */
  async function count(
    { pair, account, networks }: ReturnType<typeof countersOf>,
    { username, network, sessionId, known }: SignInAttempt,
  ) {
    const accountKey = digest(username)
    const pairKey = `${accountKey}@${sessionId ?? network}`
    await consume(pair, pairKey, 1)
    const points = known === 'all' ? 0 : 1
    const counted: (() => Promise<unknown>)[] = []
    let refusal: DomainError | undefined
    for (const [shared, key] of [
      [account, accountKey],
      [networks, network],
    ] as const) {
      refusal = await refusalOf(consume(shared, key, points))
      if (points > 0) counted.push(() => shared.reward(key, points))
      if (refusal && known === 'none') throw refusal
      if (refusal) break
    }
    return {
      /** Whether the password may be compared only with the passwords of known users. */
      onlyKnown: refusal !== undefined,
      /**
       * Call it after a successful sign-in: removes the attempt from the counters, and resets the counter of the pair.
       */
      async uncount() {
        await pair.delete(pairKey)
        for (const uncount of counted) await uncount()
      },
    }
  }

  return {
    /**
     * Counts an attempt before the password is verified, so that concurrent guesses all count. Throws THROTTLED. Sends
     * the same statements for known and unknown users.
     */
    countAttempt: (attempt: SignInAttempt) => count(signIns, attempt),

    /** Counts a request for a new password, in counters apart from those of sign-ins. Throws THROTTLED. */
    async countPasswordReset(attempt: SignInAttempt): Promise<void> {
      await count(resets, attempt)
    },

    /**
     * Counts a wrong secret of an OAuth client. After too many wrong secrets, throws THROTTLED, even if the secret is
     * right. Call it after the verification, which is cheap: otherwise the right secrets of concurrent requests would
     * count.
     */
    async countClientAttempt({ clientId, network, owner, isRight }: ClientAttempt): Promise<void> {
      const key = `${digest(clientId)}@${owner ?? network}`
      const counter = await consume(client, key, isRight ? 0 : 1)
      if (isRight && counter.remainingPoints === 0) throw throttled(counter, client)
      if (!isRight && owner === undefined) await consume(signIns.networks, network, 1)
    },
  }
}

/** A hash: keys have a fixed length, and the table does not reveal usernames. */
const digest = (username: string) => createHash('sha256').update(username).digest('base64url')

async function consume(limiter: RateLimiterPostgres, key: string, points: number) {
  try {
    return await limiter.consume(key, points)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    throw throttled(rejection, limiter)
  }
}

function throttled({ msBeforeNext }: RateLimiterRes, { points }: RateLimiterPostgres) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return new DomainError('THROTTLED', 'Too many attempts.', [], seconds, points)
}

async function refusalOf(consumed: Promise<unknown>): Promise<DomainError | undefined> {
  try {
    await consumed
    return undefined
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}
