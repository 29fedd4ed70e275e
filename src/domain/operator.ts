import { requireOwner } from '../db/owner.js'
import type { Domain } from './domain.js'

/**
 * The first argument of the operator's functions. The operator runs the service and has access to its database, but
 * belongs to no company. No API creates an `Operator` (an ESLint rule forbids it), and a `Domain` is not assignable to
 * it.
 */
export interface Operator extends Omit<Domain, 'viewer'> {
  readonly viewer?: never
}

/** An id that no user has: an operator is not a user of a company. */
const NO_USER = 0

/** The domain of a company, with the rights of an admin. */
export const domainOfCompany = ({ db, now }: Operator, companyId: number): Domain => ({
  db: db.forCaller({ companyId }),
  now,
  viewer: { userId: NO_USER, companyId, role: 'admin' },
})

/**
 * The operator on a database. Throws a `NotOwnerError` if the database's user does not see the rows of all companies.
 */
export function createOperator(db: Domain['db']): Operator {
  requireOwner(db)
  return { db, now: () => new Date() }
}
