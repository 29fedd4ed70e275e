import type { Database } from '../../db/connect.js'
import type { Audience } from '../../db/generated/prisma/enums.js'
import type { Viewer } from '../access/viewer.js'
import { verifyPassword } from './password.js'
import { openSession, type Session, deleteEndedSessions, type Tokens } from './session.js'
import type { Throttle } from './throttle.js'
import { unauthenticated } from './unauthenticated.js'

export interface SignIn {
  /** The email of a user, case-insensitive. */
  readonly username: string
  readonly password: string
  readonly audience: Audience
  /** The authenticated OAuth client, if any. */
  readonly oauthClientId?: string | undefined
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
  { db, throttle }: { db: Database; throttle: Throttle },
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
  return openSession(db, viewer, input.audience, input.oauthClientId ?? null, passwordHash)
}

interface Candidate extends Viewer {
  readonly passwordHash: string
}

/** The users with this email, the oldest first. */
async function findCandidates(db: Database, username: string, companyId?: number) {
  if (username.includes('\0')) return []
  const companies = companyId === undefined ? await findCompanies(db, username) : [companyId]
  const found = await Promise.all(
    companies.map((id) =>
      db.ofCompany(id).query<Candidate>({
        name: 'find-sign-in-candidates',
        text: FIND_CANDIDATES,
        values: [username, id],
      }),
    ),
  )
  return found.flatMap(({ rows }) => rows).sort((one, other) => one.userId - other.userId)
}

/** The companies with a user of this email. If there are none, an id without a company, so that timing does not reveal it. */
async function findCompanies(db: Pick<Database, 'query'>, username: string): Promise<number[]> {
  const { rows } = await db.query<{ companyId: number }>({
    name: 'companies-of-email',
    text: 'select companies_of_email($1) as "companyId"',
    values: [username],
  })
  return rows.length > 0 ? rows.map(({ companyId }) => companyId) : [0]
}

const FIND_CANDIDATES = `
select u.id as "userId", u.company_id as "companyId", m.role, u.password_hash as "passwordHash"
from app_user u
join membership m on m.company_id = u.company_id and m.user_id = u.id
join company c on c.id = u.company_id
where u.email = $1 and u.company_id = $2
  and u.active and u.deleted_at is null and c.deleted_at is null`

/** Verifies all candidates concurrently, so that the time reveals neither their number nor the matching one. */
async function findByPassword(candidates: readonly Candidate[], password: string) {
  if (candidates.length === 0) await verifyPassword(undefined, password)
  const verified = await Promise.all(
    candidates.map(({ passwordHash }) => verifyPassword(passwordHash, password)),
  )
  return candidates[verified.indexOf(true)]
}
