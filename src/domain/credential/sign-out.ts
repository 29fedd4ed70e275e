import type { Sql } from '../../db/dispatch/dispatch.js'

/** Revokes a session with all its tokens. */
export async function signOut(
  db: Pick<Sql, 'query'>,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  await db.query({
    name: 'sign-out',
    text: 'update session set revoked_at = now() where id = $1 and revoked_at is null',
    values: [sessionId],
  })
}
