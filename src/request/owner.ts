import type { RequestCredentials } from './credentials.js'

/** What valid credentials belong to: a user of a company, or an API key alone. */
export interface Owner {
  readonly companyId: number
  readonly userId?: number
  readonly apiKeyId?: number
}

/** Where a request comes from, for a sign-in. */
export interface RequestOrigin {
  /** The IP address of the client. */
  readonly address: string
  readonly userAgent: string | undefined
  /** The hash of the token of the request, which may be invalid. */
  readonly tokenHash: Buffer | undefined
}

/** Called with the owner of credentials that are valid. */
export type OwnerListener = (owner: Owner, credentials: RequestCredentials) => void
