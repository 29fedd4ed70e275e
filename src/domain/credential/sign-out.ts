import type { Database } from '../../db/connect.js'
import { type Domain, transaction } from '../domain.js'
import { revokeSessions } from './revoke-sessions.js'
import type { Session } from './session.js'

/** Revokes a session with all its tokens. */
export async function signOut(
  db: Pick<Database, 'forCaller'>,
  { sessionId, viewer }: Pick<Session, 'sessionId' | 'viewer'>,
): Promise<void> {
  await db.forCaller({ companyId: viewer.companyId }).write({
    name: 'sign-out',
    text: 'update session set revoked_at = now() where id = $1 and company_id = $2 and revoked_at is null',
    values: [sessionId, viewer.companyId],
  })
}

/** Revokes all sessions of the viewer. */
export async function signOutEverywhere(domain: Domain): Promise<void> {
  await transaction(domain, ({ prisma, viewer }) => revokeSessions(prisma, viewer))
}
