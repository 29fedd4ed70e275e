import type { Database } from '../../db/connect.js'
import type { Viewer } from '../access/viewer.js'

/** Deletes the user's sessions that ended more than a day ago. */
export async function deleteEndedSessions(
  db: Pick<Database, 'forCaller'>,
  { companyId, userId }: Viewer,
) {
  const values = [companyId, userId]
  const statement = { name: 'delete-ended-sessions', text: DELETE_ENDED_SESSIONS, values }
  await db.forCaller({ companyId }).query(statement)
}

// `skip locked`: concurrent sign-ins do not wait for each other's cleanup.
const DELETE_ENDED_SESSIONS = `
delete from session where company_id = $1 and id in (
  select id from session
  where company_id = $1 and user_id = $2 and created_at < now() - interval '1 day'
    and (revoked_at < now() - interval '1 day'
      or not exists (select from access_token t where t.company_id = $1 and t.session_id = session.id and t.expires_at > now() - interval '1 day')
     and not exists (select from refresh_token t where t.company_id = $1 and t.session_id = session.id and t.expires_at > now() - interval '1 day'))
  for update skip locked
)`
