import type { Scope } from './scope.js'

/** The callers that an operation allows: clients without a session, every user of the company, or only its admins. */
export type Access = 'anyone' | 'member' | 'admin'

/** What an operation needs: a role, and a scope if the request has an API key with scopes. */
export interface Rule {
  readonly access: Access
  /** `NONE`: no scope allows it, because it concerns the account of a person, or would let a key create other keys. */
  readonly scope: Scope | 'NONE'
}

export const anyone = { access: 'anyone', scope: 'NONE' } as const satisfies Rule
export const ownAccount = { access: 'member', scope: 'NONE' } as const satisfies Rule
export const credentials = { access: 'admin', scope: 'NONE' } as const satisfies Rule
export const read = { access: 'member', scope: 'READ' } as const satisfies Rule
export const readAsAdmin = { access: 'admin', scope: 'READ' } as const satisfies Rule
export const fieldWork = { access: 'member', scope: 'FIELD_WORK' } as const satisfies Rule
export const adminWrite = { access: 'admin', scope: 'ADMIN_WRITE' } as const satisfies Rule
