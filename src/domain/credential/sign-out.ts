import type { Database } from '../../db/connect.js'

/** Revokes the session that the caller was authenticated by: all its tokens stop working. */
export async function signOut(
  { pool }: Pick<Database, 'pool'>,
  { sessionId }: { readonly sessionId: string },
): Promise<void> {
  await pool.query({
    name: 'sign-out',
    text: 'update session set revoked_at = now() where id = $1 and revoked_at is null',
    values: [sessionId],
  })
}
