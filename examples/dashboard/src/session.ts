import type { ApolloClient, InMemoryCache } from '@apollo/client'
import { createApolloClient } from '../../clients/apollo.js'
import { Session } from '../../clients/session.js'
import { beginUnreachable, staleIfUnreachable } from './connection.js'
import { joinPages } from './join-pages.js'
import { restoreTimes } from './received.js'
import { findSnapshot, keepSnapshots } from './snapshot.js'

/** The service that serves this page, unless the page is built for another one, or served by Vite. */
export const API_URL =
  import.meta.env.VITE_API_URL ?? (import.meta.env.DEV ? 'http://127.0.0.1:4000' : location.origin)

/** The name of the refresh token in the storage of the tab: a reload keeps it, closing the tab deletes it. */
const STORED = 'fis.refreshToken'

/** What an open session has: a client that refreshes its token, and the token for requests that are not GraphQL. */
export interface OpenSession {
  readonly client: ApolloClient
  readonly tokens: Pick<Session, 'accessToken' | 'refresh'>
}

/** Signs in. `onEnd` is called if the user must sign in again. */
export async function signIn(
  username: string,
  password: string,
  onEnd: () => void,
): Promise<OpenSession> {
  const tokens = new StoredSession(onEnd)
  await tokens.signIn(username, password)
  return { tokens, client: createClient(tokens) }
}

/** Whether the tab had a session before it was loaded again. */
export const hasStoredSession = () => sessionStorage.getItem(STORED) !== null

/**
 * Goes on with the session that the tab had before it was loaded again. If the service cannot be reached, the client has what the tab
 * had read; it gets an access token with the first request that the service answers.
 */
export async function resume(onEnd: () => void): Promise<OpenSession> {
  const tokens = new StoredSession(onEnd)
  const snapshot = findSnapshot()
  try {
    await tokens.resume()
    return { tokens, client: createClient(tokens) }
  } catch (error) {
    // What `fetch` throws if there is no response.
    if (!(error instanceof TypeError) || !snapshot) throw error
    const client = createClient(tokens)
    client.restore(snapshot.cache)
    restoreTimes(snapshot.times)
    beginUnreachable(snapshot.at)
    return { tokens, client }
  }
}

/** Forgets the session. The user must sign in again. */
export function forgetSession(): void {
  sessionStorage.removeItem(STORED)
  keepSnapshots(undefined)
}

function createClient(session: Session): ApolloClient {
  const client = createApolloClient(session, staleIfUnreachable)
  const cache = client.cache as InMemoryCache
  const list = joinPages()
  cache.policies.addTypePolicies({
    Query: {
      fields: {
        ...{ assets: list, checklists: list, findings: list, inspections: list, jobs: list },
        ...{ users: list, webhooks: list, zones: list },
      },
    },
    ApiKey: { fields: { history: list } },
    Asset: { fields: { documents: list, history: list, inspections: list } },
    Checklist: { fields: { assetTypes: list, history: list } },
    Client: { fields: { documents: list } },
    Company: { fields: { apiKeys: list } },
    Finding: { fields: { documents: list } },
    Inspection: { fields: { documents: list } },
    Job: { fields: { documents: list, history: list, inspections: list, zones: list } },
    Site: { fields: { documents: list, zones: list } },
    Webhook: { fields: { deliveries: list, history: list } },
    Zone: { fields: { assets: list } },
    AuditEntry: { keyFields: ['key'] },
    // An address has no id: without `merge`, a query that selects only the city would remove the street from the cache.
    Address: { merge: true },
  })
  keepSnapshots(client)
  return client
}

class StoredSession extends Session {
  constructor(private readonly onEnd: () => void) {
    super(`${API_URL}/graphql`)
  }

  async resume(): Promise<void> {
    this.refreshToken = sessionStorage.getItem(STORED) ?? ''
    await this.refresh(this.accessToken)
  }

  override async refresh(rejected: string): Promise<void> {
    try {
      await super.refresh(rejected)
    } catch (error) {
      // Not if the service is unavailable: then a later refresh may succeed.
      if (error instanceof Error && error.cause === 'UNAUTHENTICATED') this.onEnd()
      throw error
    }
  }

  protected override keep(tokens: Parameters<Session['keep']>[0]): void {
    super.keep(tokens)
    sessionStorage.setItem(STORED, this.refreshToken)
  }
}
