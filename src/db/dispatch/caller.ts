import type { Actor } from './actor.js'

/**
 * Whether the client of a request has closed its connection before the response. An AbortSignal does the same, but takes
 * 5 µs instead of 0.1 µs for each request.
 */
export class Departure {
  private listeners: Set<() => void> | undefined = new Set()

  get hasLeft(): boolean {
    return this.listeners === undefined
  }

  /** Calls each listener once. */
  leave(): void {
    const listeners = this.listeners ?? []
    this.listeners = undefined
    for (const listener of listeners) listener()
  }

  /** Calls `listener` when the client leaves, or now if it has left. Returns the function that removes the listener. */
  onLeave(listener: () => void): () => void {
    if (this.listeners) this.listeners.add(listener)
    else listener()
    return () => this.listeners?.delete(listener)
  }
}

/** A secret whose company the database looks up: a function of the migration `0011_row_level_security`, and the secret's hash. */
export interface Credential {
  readonly lookup:
    | 'company_of_access_token'
    | 'company_of_refresh_token'
    | 'company_of_password_token'
    | 'company_of_api_key'
  readonly hash: Buffer
}

/** The sender of statements. Statements without a company or session are subject to no limit of one. */
export interface Caller {
  /** Under row-level security, statements see the rows of this company only. */
  readonly companyId?: number | undefined
  /** If the company is not known: under row-level security, statements see the rows of the company of this secret. */
  readonly credential?: Credential | undefined
  readonly sessionId?: string | undefined
  /** What audit entries of its writes name. */
  readonly actor?: Actor | undefined
  /** If undefined, the caller waits for every result. */
  readonly departure?: Departure | undefined
}
