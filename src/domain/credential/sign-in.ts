import type { Sql } from '../../db/dispatch/dispatch.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import type { Viewer } from '../access/viewer.js'
import { verifyPassword } from './password.js'
import {
  deleteEndedSessions,
  openSession,
  type Session,
  type SessionOrigin,
  type Tokens,
} from './session.js'
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
}

/**
 * Opens a session for the user with this email and password: the oldest one if users of several companies have both.
 * Throws UNAUTHENTICATED, after the same time, for an unknown user, a wrong password and an inactive user. Throws
 * THROTTLED after too many attempts.
 */
export async function signIn(
  { db, throttle }: { db: Pick<Sql, 'query'>; throttle: Throttle },
  input: SignIn,
): Promise<Session & Tokens> {
  const username = input.username.trim().toLowerCase()
  const attempt = await throttle.countAttempt(username, input.address)
  const candidates = await findCandidates(db, username, input.companyId)
  const found = await findByPassword(candidates, input.password)
  if (!found) throw unauthenticated()

  await attempt.uncount()
  const { passwordHash, ...viewer } = found
  await deleteEndedSessions(db, viewer)
  return openSession(db, viewer, input.audience, input, passwordHash)
}

interface Candidate extends Viewer {
  readonly passwordHash: string
}

async function findCandidates(db: Pick<Sql, 'query'>, username: string, companyId?: number) {
  if (username.includes('\0')) return []
  const { rows } = await db.query<Candidate>({
    name: 'find-sign-in-candidates',
    text: FIND_CANDIDATES,
    values: [username, companyId ?? null],
  })
  return rows
}

const FIND_CANDIDATES = `
select u.id as "userId", u.company_id as "companyId", m.role, u.password_hash as "passwordHash"
from app_user u
join membership m on m.company_id = u.company_id and m.user_id = u.id
join company c on c.id = u.company_id
where u.email = $1 and ($2::int is null or u.company_id = $2)
  and u.active and u.deleted_at is null and c.deleted_at is null
order by u.id`

/** Verifies all candidates concurrently, so that the time reveals neither their number nor the matching one. */
async function findByPassword(candidates: readonly Candidate[], password: string) {
  if (candidates.length === 0) await verifyPassword(undefined, password)
  const verified = await Promise.all(
    candidates.map(({ passwordHash }) => verifyPassword(passwordHash, password)),
  )
  return candidates[verified.indexOf(true)]
}
