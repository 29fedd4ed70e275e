import type { Database } from '../../db/connect.js'
import type { Caller } from '../../db/dispatch/dispatch.js'
import { onlyReads } from '../access/scope.js'
import type { Session } from './session.js'

/** The `Caller` for statements that are sent for the session. */
export const callerOf = ({ sessionId, viewer, keys }: Session): Caller => ({
  companyId: viewer.companyId,
  client: `user ${viewer.userId}`,
  actor: {
    user: viewer.userId,
    ...(sessionId && { session: sessionId }),
    ...(keys?.[0] && { apiKey: keys[0].id }),
  },
  isReadOnly: onlyReads(viewer.scopes),
})

/** The database for a request of the session. If it only reads, replicas that have `session.position` may answer. */
export function databaseFor(db: Database, session: Session, onlyReads: boolean): Database {
  const own = db.forCaller(callerOf(session))
  return onlyReads ? own.readingAt(session.position) : own
}
