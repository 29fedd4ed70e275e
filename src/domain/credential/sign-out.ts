import type { Database } from '../../db/connect.js'
import { authorise } from '../access/authorise.js'
import { type Domain, transaction } from '../domain.js'
import { DomainError } from '../errors.js'
import { revokeSessions } from './revoke-sessions.js'
import type { Session } from './session.js'

/**
 * Revokes a session with all its tokens, also if an API key with which it was opened may only read. Throws FORBIDDEN if there
 * is no session, because an API key is used alone.
 */
export async function signOut(
  db: Pick<Database, 'forCaller'>,
  { sessionId, viewer }: Pick<Session, 'sessionId' | 'viewer'>,
): Promise<void> {
  if (!sessionId) {
    throw new DomainError('FORBIDDEN', 'An API key has no session that could end. Revoke the key.')
  }
  await db.forCaller({ companyId: viewer.companyId, isReadOnly: false }).write({
    name: 'sign-out',
    text: 'update session set revoked_at = now() where id = $1 and company_id = $2 and revoked_at is null',
    values: [sessionId, viewer.companyId],
  })
}

/** Revokes all sessions of the viewer. Throws FORBIDDEN if an API key with scopes limits the viewer. */
export async function signOutEverywhere(domain: Domain): Promise<void> {
  authorise(domain.viewer, 'revokeSession')
  await transaction(domain, ({ prisma, viewer }) => revokeSessions(prisma, viewer))
}
