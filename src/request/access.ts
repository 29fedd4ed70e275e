import type { FastifyRequest } from 'fastify'
import type { Caller, Database } from '../db/connect.js'
import { authorise } from '../domain/access/authorise.js'
import { type Operation, policy } from '../domain/access/policy.js'
import type { ApiKeyUses } from '../domain/api-key/api-key-uses.js'
import { addressForbidden, allowsAddress, type UsedKey } from '../domain/api-key/used-key.js'
import { databaseFor } from '../domain/credential/caller-of.js'
import type { Credentials, Session } from '../domain/credential/session.js'
import { unauthenticated } from '../domain/credential/unauthenticated.js'
import { createDomain, type Domain } from '../domain/domain.js'
import type { RequestCredentials } from './credentials.js'
import { requireKeyOwner } from './key-owner.js'
import type { KnownSessions } from './known-sessions.js'
import type { Owner, OwnerListener, RequestOrigin } from './owner.js'
import type { Interface } from './record.js'
import { acceptedBy, rules } from './rules.js'

/**
 * Authenticates and authorises a request, for all interfaces. Its session is read at most once, by one statement, for
 * whichever code asks first: the interface, or the protection from overload.
 */
export class Access {
  readonly credentials: RequestCredentials
  private readonly rules
  private found: Promise<Session | undefined> | undefined
  private listener: OwnerListener | undefined
  /** Whether the credentials are valid, but not from the address of the request. */
  private isElsewhere = false
  private isNoted = false

  constructor(
    private readonly db: Database,
    private readonly uses: Pick<ApiKeyUses, 'note'>,
    private readonly sessions: KnownSessions,
    private readonly request: Pick<FastifyRequest, 'id' | 'ip' | 'headers' | 'end' | 'record'>,
    private readonly from: Interface = 'other',
  ) {
    this.rules = rules[from]
    this.credentials = this.rules.credentialsIn(request.headers)
  }

  get origin(): RequestOrigin {
    const { ip, headers } = this.request
    return { address: ip, userAgent: headers['user-agent'], tokenHash: this.credentials.tokenHash }
  }

  /** The database caller until the session is known: it has the disconnect signal and the statement counter. */
  get caller(): Caller {
    const { id, end, record } = this.request
    return { disconnect: end.disconnect, use: record.database, actor: { request: id } }
  }

  /** The credentials for the database; undefined if the interface refuses them without asking it. */
  get given(): Credentials | undefined {
    return acceptedBy(this.rules, this.credentials)
  }

  /** The session that the credentials had in an earlier request. It may have ended since. */
  get known(): Session | undefined {
    return this.sessions.get(this.credentials)
  }

  /** The same request with the credentials of other headers: a WebSocket has them in its first message. The listener is the same. */
  withCredentials(headers: FastifyRequest['headers']): Access {
    const { id, ip, end, record } = this.request
    const request = { id, ip, end, record, headers }
    const access = new Access(this.db, this.uses, this.sessions, request, this.from)
    access.listener = this.listener
    return access
  }

  /** The session of the credentials; undefined if they are missing, invalid, or not allowed from this address. */
  session(): Promise<Session | undefined> {
    return (this.found ??= this.findSession())
  }

  /** The session of the credentials. Throws UNAUTHENTICATED, or FORBIDDEN from an address that the API key excludes. */
  async requireSession(): Promise<Session> {
    const session = await this.session()
    if (session) return session
    throw this.isElsewhere ? addressForbidden() : unauthenticated(this.rules.message)
  }

  /** Whether API keys may be used from the address of the request. */
  allowsAddress(keys: readonly UsedKey[] = []): boolean {
    return keys.every((key) => allowsAddress(key, this.request.ip))
  }

  /** Counts the request, at most once, as a use of the API key in its headers: the first one, if there is one. */
  noteUse(companyId: number, [key]: readonly UsedKey[] = []): void {
    if (this.isNoted || !key || !(this.credentials.apiKeyHash ?? this.given?.isKeyAlone)) return
    this.isNoted = true
    this.uses.note({ companyId, apiKeyId: key.id, address: this.request.ip })
  }

  /** For a session that is no longer valid: the next call of `session` reads it again. */
  forget(): void {
    this.found = undefined
    this.sessions.forget(this.credentials)
    this.request.record.identify({})
  }

  /**
   * The first argument of a verb or of a REST operation: the `Domain` of the user, or `services` if the operation requires
   * none. Throws UNAUTHENTICATED or FORBIDDEN.
   */
  async open<Services extends object>(
    operation: Operation,
    onlyReads: boolean,
    services: Services,
  ): Promise<Domain & Services> {
    const actor = { operation, request: this.request.id }
    const db = this.db.forCaller({ ...this.caller, actor })
    const { requiresApiKey, message } = this.rules
    if (policy[operation].access === 'anyone') {
      // Such an operation uses neither a viewer nor the records of a company.
      return {
        ...services,
        ...(requiresApiKey && (await requireKeyOwner(this, db, message))),
        db,
      } as unknown as Domain & Services
    }
    const session = await this.requireSession()
    authorise(session.viewer, operation)
    return { ...services, ...createDomain(databaseFor(db, session, onlyReads), session.viewer) }
  }

  /** Records the owner of the credentials, which are valid, and calls the listener. */
  identify(owner: Owner): void {
    this.request.record.identify(owner)
    this.listener?.(owner, this.credentials)
  }

  /** Sets the function that is called when the owner of the credentials is known. */
  onOwner(listener: OwnerListener): void {
    this.listener = listener
  }

  private async findSession(): Promise<Session | undefined> {
    const db = this.db.forCaller(this.caller)
    const session = await this.sessions.authenticate(db, this.credentials, this.given)
    if (!session) return undefined
    this.isElsewhere = !this.allowsAddress(session.keys)
    if (this.isElsewhere) return undefined
    this.identify(session.viewer)
    this.noteUse(session.viewer.companyId, session.keys)
    return session
  }
}
