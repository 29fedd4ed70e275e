import type { DatabaseUse } from './database-use.js'
import type { DisconnectSignal } from './disconnect-signal.js'

/** The hash of a secret, and the SQL function (migration `0011_row_level_security`) that finds the secret's company. */
export interface Credential {
  readonly lookup:
    | 'company_of_access_token'
    | 'company_of_refresh_token'
    | 'company_of_password_token'
    | 'company_of_api_key'
  readonly hash: Buffer
  /** The company that the secret names. The limits of the company do not count these statements, because a client can name any company. */
  readonly companyId?: number | undefined
}

/** The user and the request of a write. The names are those that the triggers of the audit log read. */
export interface Actor {
  /** The integer id of the user. */
  readonly user?: number
  readonly session?: string
  /** The integer id of the API key. */
  readonly apiKey?: number
  /** The name of an operation in the access control table (`policy`), or a command of the operator. */
  readonly operation?: string
  readonly request?: string
  /** The hash of the user and the idempotency key. */
  readonly key?: string
  /** Whether the write is applied although the record has changed since the client read it. */
  readonly conflict?: boolean
}

/**
 * Identifies the request, user and company for which statements are sent. Statements without a caller have no limits
 * per company or user.
 */
export interface Caller {
  /** Under row-level security, statements see the rows of this company only. */
  readonly companyId?: number | undefined
  /**
   * For a caller whose company is not known yet. Under row-level security, statements see the rows of the company that
   * has this secret.
   */
  readonly credential?: Credential | undefined
  /** Identifies the user or the API key: the limits of one hold for all of its sessions together. */
  readonly client?: string | undefined
  /** The audit entries of the caller's writes name this user and request. */
  readonly actor?: Actor | undefined
  /** Whether PostgreSQL refuses writes: the statements are sent in transactions that only read. */
  readonly isReadOnly?: boolean | undefined
  /** The signal of a disconnect. If undefined, the caller waits for every result. */
  readonly disconnect?: DisconnectSignal | undefined
  /** Counts the statements and their time. */
  readonly use?: DatabaseUse | undefined
}

/**
 * Replaces fields of `own` with those that `more` has, even if they are undefined. The result never contains
 * `own.credential`. It lists the fields, because an object spread costs each request more than a microsecond.
 */
export const mergeCallers = (own: Caller, more: Caller): Caller => ({
  companyId: 'companyId' in more ? more.companyId : own.companyId,
  credential: more.credential,
  client: 'client' in more ? more.client : own.client,
  actor: mergeActors(own, more),
  isReadOnly: 'isReadOnly' in more ? more.isReadOnly : own.isReadOnly,
  disconnect: 'disconnect' in more ? more.disconnect : own.disconnect,
  use: 'use' in more ? more.use : own.use,
})

function mergeActors(own: Caller, more: Caller): Actor | undefined {
  if (!('actor' in more)) return own.actor
  return own.actor && more.actor ? { ...own.actor, ...more.actor } : more.actor
}
