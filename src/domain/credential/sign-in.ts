import { channel } from 'node:diagnostics_channel'
import pLimit from 'p-limit'
import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import { DomainError, type DomainErrorCode } from '../errors.js'
import { endSurplusSessions } from './end-surplus-sessions.js'
import { attemptOf, findCandidates } from './find-candidates.js'
import { type InTurn, queueForHashing } from './hashing-queue.js'
import { rememberNetwork } from './known-network.js'
import { networkOf } from './network-of.js'
import { findHash } from './password.js'
import { openSession, type OpenedSession, type SessionOrigin } from './session.js'
import type { Throttle } from './throttle.js'
import { unauthenticated } from './unauthenticated.js'

export interface SignIn extends SessionOrigin {
  /** The email of a user, case-insensitive. */
  readonly username: string
  readonly password: string
  readonly audience: Audience
  /** Restricts the sign-in to users of this company. */
  readonly companyId?: number | undefined
  /** The client's IP address. */
  readonly address: string
  /**
   * The hash of the access token that the client sent, if any. If it belongs to a live session of the user, attempts with it have
   * their own rate limit.
   */
  readonly tokenHash?: Buffer | undefined
}

/**
 * A message on the diagnostics channel `SIGN_INS`. `result` is `succeeded`, the code of the domain error, or `failed`
 * for other errors.
 */
export interface SignInEvent {
  readonly audience: Audience
  readonly result: 'succeeded' | 'failed' | DomainErrorCode
}

/** The channel (`node:diagnostics_channel`) with a message for each sign-in with a password, for metrics. */
export const SIGN_INS = 'field-inspection-service:sign-in'
const signIns = channel(SIGN_INS)

export interface SignInServices {
  readonly db: Pick<Database, 'read' | 'write' | 'forCaller'>
  readonly throttle: Pick<Throttle, 'countAttempt'>
  /** A user's oldest session ends if there are more. */
  readonly maxSessionsPerUser: number
}

/**
 * Opens a session for the user with this email and password; for the oldest user, if users of several companies have
 * both. Throws UNAUTHENTICATED, after the same time, for an unknown user, a wrong password and an inactive user. Throws
 * THROTTLED after too many attempts, and OVERLOADED if too many passwords are being verified.
 */
export async function signIn(services: SignInServices, input: SignIn): Promise<OpenedSession> {
  const { audience } = input
  try {
    const session = await queueForHashing((inTurn) =>
      inProgress(() => signInWithin(inTurn, services, input)),
    )
    signIns.publish({ audience, result: 'succeeded' } satisfies SignInEvent)
    return session
  } catch (error) {
    const result = error instanceof DomainError ? error.code : 'failed'
    signIns.publish({ audience, result } satisfies SignInEvent)
    throw error
  }
}

// Two sign-ins at a time: one hashes while the other sends its statements. With more, hashing would not be faster,
// their statements would delay those of other requests, and concurrent correct attempts could exceed the limit of an
// account.
const inProgress = pLimit(2)

async function signInWithin(inTurn: InTurn, services: SignInServices, input: SignIn) {
  const { db, throttle, maxSessionsPerUser } = services
  const { password, audience, companyId, tokenHash } = input
  const username = input.username.trim().toLowerCase()
  const network = networkOf(input.address)
  const all = await findCandidates(db, { username, network, tokenHash, companyId })
  const attempt = await throttle.countAttempt(attemptOf(all, { username, network }))
  const candidates = attempt.onlyKnown ? all.filter(({ known }) => known) : all
  const hashes = candidates.map(({ passwordHash }) => passwordHash)
  const found = candidates[await findHash(inTurn, hashes, password)]
  if (!found) throw unauthenticated()

  await attempt.uncount()
  const { userId, role, passwordHash } = found
  const viewer = { userId, companyId: found.companyId, role }
  const session = await openSession(db, viewer, audience, input, passwordHash)
  await endSurplusSessions(db, session, maxSessionsPerUser)
  await rememberNetwork(db, viewer, network)
  return session
}
