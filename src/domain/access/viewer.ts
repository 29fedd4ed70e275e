import type { Scope } from './scope.js'

export type Role = 'admin' | 'technician'

/** The authenticated user that a request acts for, in one company. Each API creates one from its own credentials. */
export interface Viewer {
  readonly userId: number
  readonly companyId: number
  readonly role: Role
  /** The scopes of the API key of the request, which limit it beyond the role. Undefined: only the role limits it. */
  readonly scopes?: readonly Scope[] | undefined
}
