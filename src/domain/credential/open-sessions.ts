import { validate as isUuid } from 'uuid'
import type { Audience } from '../../db/generated/prisma/enums.js'
import { authorise } from '../access/authorise.js'
import type { Domain } from '../domain.js'
import { requireFound } from '../record/require-record.js'

/** A session as its user and the company's admins see it. */
export interface OpenSession {
  readonly id: string
  /** The API that the user signed in to. */
  readonly audience: Audience
  readonly createdAt: Date
  /** When the last of its tokens expires. */
  readonly expiresAt: Date
  /** When its tokens were last refreshed. */
  readonly refreshedAt: Date | null
  /** When it was ended before it expired. */
  readonly revokedAt: Date | null
  readonly address: string | null
  readonly userAgent: string | null
}

/** The most sessions that `findOwnSessions` and `findUserSessions` return. */
export const MAX_OPEN_SESSIONS = 100

/**
 * The viewer's sessions that are not revoked and have a valid token, newest first; the newest 100 if there are more.
 */
export const findOwnSessions = (domain: Domain): Promise<OpenSession[]> =>
  findSessions(domain, domain.viewer.userId)

/** The same for any user of the company. Null if the company has no such user. For admins. */
export async function findUserSessions(
  domain: Domain,
  uuid: string,
): Promise<OpenSession[] | null> {
  authorise(domain.viewer, 'userSessions')
  if (!isUuid(uuid)) return null
  const { rows } = await domain.db.read<{ id: number }>({
    name: 'find-user-of-sessions',
    text: 'select id from app_user where company_id = $1 and uuid = $2',
    values: [domain.viewer.companyId, uuid],
  })
  return rows[0] ? findSessions(domain, rows[0].id) : null
}

async function findSessions({ db, viewer }: Domain, userId: number): Promise<OpenSession[]> {
  const { rows } = await db.read<OpenSession>({
    name: 'find-sessions',
    text: FIND_SESSIONS,
    values: [viewer.companyId, userId, MAX_OPEN_SESSIONS],
  })
  return rows
}

const NEWEST_EXPIRY = `
select max(expires_at) from (
  select expires_at from access_token where company_id = $1 and session_id = session.id
  union all
  select expires_at from refresh_token where company_id = $1 and session_id = session.id
) token`

const LAST_REFRESH =
  'select max(used_at) from refresh_token where company_id = $1 and session_id = session.id'

const COLUMNS = `
id, audience, created_at as "createdAt", coalesce((${NEWEST_EXPIRY}), created_at) as "expiresAt",
(${LAST_REFRESH}) as "refreshedAt", revoked_at as "revokedAt", address, user_agent as "userAgent"`

const FIND_SESSIONS = `
select * from (
  select ${COLUMNS} from session
  where company_id = $1 and user_id = $2 and revoked_at is null
) own
where "expiresAt" > now()
order by "createdAt" desc, id desc
limit $3`

/**
 * Ends a session of the viewer, or, if the viewer is an admin, of any user of the company: its tokens are invalid with
 * the next request. Idempotent. Throws NOT_FOUND for any other session.
 */
export async function revokeSession(
  { db, viewer }: Domain,
  { id }: { readonly id: string },
): Promise<OpenSession> {
  authorise(viewer, 'revokeSession')
  const { companyId, userId, role } = viewer
  const { rows } = await db.write<OpenSession>({
    name: 'revoke-session',
    text: REVOKE_SESSION,
    values: [companyId, role === 'admin' ? null : userId, isUuid(id) ? id : null],
  })
  return requireFound('Session', rows[0], () => false)
}

const REVOKE_SESSION = `
update session set revoked_at = least(revoked_at, now())
where company_id = $1 and ($2::int is null or user_id = $2) and id = $3
returning ${COLUMNS}`
