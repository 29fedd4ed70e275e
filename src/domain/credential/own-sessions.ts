import { validate as isUuid } from 'uuid'
import type { Audience } from '../../db/generated/prisma/enums.js'
import { authorise } from '../access/policy.js'
import type { Domain } from '../domain.js'
import { requireFound } from '../record/require-record.js'

/** A session of the viewer, as shown to the viewer. */
export interface OwnSession {
  readonly id: string
  /** The API that the user signed in to. */
  readonly audience: Audience
  readonly createdAt: Date
  /** When the last of its tokens expires. */
  readonly expiresAt: Date
  readonly address: string | null
  readonly userAgent: string | null
}

/** The most sessions that `findOwnSessions` returns. */
export const MAX_OWN_SESSIONS = 100

/**
 * The viewer's sessions that are not revoked and have a valid token, newest first; the newest 100 if there are more.
 */
export async function findOwnSessions({ db, viewer }: Domain): Promise<OwnSession[]> {
  const { companyId, userId } = viewer
  const { rows } = await db.read<OwnSession>({
    name: 'find-own-sessions',
    text: FIND_SESSIONS,
    values: [companyId, userId, MAX_OWN_SESSIONS],
  })
  return rows
}

const NEWEST_EXPIRY = `
select max(expires_at) from (
  select expires_at from access_token where company_id = $1 and session_id = session.id
  union all
  select expires_at from refresh_token where company_id = $1 and session_id = session.id
) token`

const COLUMNS = `
id, audience, created_at as "createdAt", coalesce((${NEWEST_EXPIRY}), created_at) as "expiresAt", address, user_agent as "userAgent"`

const FIND_SESSIONS = `
select * from (
  select ${COLUMNS} from session
  where company_id = $1 and user_id = $2 and revoked_at is null
) own
where "expiresAt" > now()
order by "createdAt" desc, id desc
limit $3`

/**
 * Ends a session of the viewer: its tokens are invalid with the next request. Idempotent. Throws NOT_FOUND for a
 * session of another user.
 */
export async function revokeOwnSession(
  { db, viewer }: Domain,
  { id }: { readonly id: string },
): Promise<OwnSession> {
  authorise(viewer, 'revokeSession')
  const { companyId, userId } = viewer
  const { rows } = await db.query<OwnSession>({
    name: 'revoke-own-session',
    text: REVOKE_SESSION,
    values: [companyId, userId, isUuid(id) ? id : null],
  })
  return requireFound('Session', rows[0], () => false)
}

const REVOKE_SESSION = `
update session set revoked_at = coalesce(revoked_at, now())
where company_id = $1 and user_id = $2 and id = $3
returning ${COLUMNS}`
