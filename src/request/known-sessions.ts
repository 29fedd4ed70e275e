import { LRUCache } from 'lru-cache'
import type { Database } from '../db/connect.js'
import { authenticate } from '../domain/credential/authenticate.js'
import type { Credentials, Session } from '../domain/credential/session.js'
import type { RequestCredentials } from './credentials.js'

/** The maximum number of sessions. Each takes a few hundred bytes. */
const MAX_SESSIONS = 10_000

/**
 * The sessions that this process has read, by the credentials of the requests. A session may have ended since, or its role or
 * keys may have changed: a statement that uses one checks that it is still valid.
 */
export class KnownSessions {
  private readonly sessions: LRUCache<string, Session>

  constructor(max = MAX_SESSIONS) {
    this.sessions = new LRUCache({ max })
  }

  get({ cacheKey }: RequestCredentials): Session | undefined {
    return cacheKey === undefined ? undefined : this.sessions.get(cacheKey)
  }

  /** Authenticates `given`: those of `credentials` that the interface accepts, if it does. */
  async authenticate(
    db: Database,
    credentials: RequestCredentials,
    given: Credentials | undefined,
  ): Promise<Session | undefined> {
    const session = given && (await authenticate(db, given, this.get(credentials)))
    // Each request reads the position of its company itself: that of an earlier one does not have the writes since.
    if (session) this.sessions.set(credentials.cacheKey ?? '', { ...session, position: undefined })
    else this.forget(credentials)
    return session
  }

  forget({ cacheKey }: RequestCredentials): void {
    this.sessions.delete(cacheKey ?? '')
  }
}
