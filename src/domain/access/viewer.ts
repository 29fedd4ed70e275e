export type Role = 'admin' | 'technician'

/** The authenticated user that a request acts for, in one company. Each API creates one from its own credentials. */
export interface Viewer {
  readonly userId: number
  readonly companyId: number
  readonly role: Role
}
