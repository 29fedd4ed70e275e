import type { Database } from '../../db/connect.js'
import { callerOf } from './caller-of.js'
import type { Session } from './session.js'

/**
 * Ends the oldest sessions of the user if more than `maxSessions` are open. Call it after the transaction that opened
 * `session`: the last of several concurrent sign-ins then sees the sessions of all.
 */
export async function endSurplusSessions(
  db: Pick<Database, 'forCaller'>,
  session: Session,
  maxSessions: number,
): Promise<void> {
  const { companyId, userId } = session.viewer
  await db.forCaller(callerOf(session)).write({
    name: 'end-surplus-sessions',
    text: END_SURPLUS_SESSIONS,
    values: [companyId, userId, maxSessions],
  })
}

// Expired sessions do not count: a later one must not end an earlier session that is still open.
const END_SURPLUS_SESSIONS = `
update session set revoked_at = now()
where company_id = $1 and revoked_at is null and id in (
  select id from session
  where company_id = $1 and user_id = $2 and revoked_at is null
    and (exists (select 1 from access_token t where t.company_id = $1 and t.session_id = session.id and t.expires_at > now())
      or exists (select 1 from refresh_token t where t.company_id = $1 and t.session_id = session.id and t.expires_at > now()))
  order by created_at desc, id desc
  offset $3::int
)`
