import { DomainError } from '../errors.js'
import { type Operation, policy } from './policy.js'
import type { Viewer } from './viewer.js'

/** Whether the viewer's role, and the scopes of the API key, if any, allow the operation. */
export const allows = (viewer: Viewer, operation: Operation): boolean =>
  roleAllows(viewer, operation) && scopesAllow(viewer, operation)

/** Throws FORBIDDEN if the viewer's role, or the scopes of the API key, do not allow the operation. */
export function authorise(viewer: Viewer, operation: Operation): void {
  if (!roleAllows(viewer, operation)) throw forbidden()
  if (!scopesAllow(viewer, operation)) throw outOfScope()
}

const roleAllows = ({ role }: Viewer, operation: Operation): boolean =>
  policy[operation].access !== 'admin' || role === 'admin'

function scopesAllow({ scopes }: Viewer, operation: Operation): boolean {
  const { scope } = policy[operation]
  return scopes === undefined || scope === 'READ' || (scope !== 'NONE' && scopes.includes(scope))
}

export const forbidden = () =>
  new DomainError('FORBIDDEN', 'Your role does not allow this operation.')

const outOfScope = () =>
  new DomainError('FORBIDDEN', 'The scopes of the API key do not allow this operation.')
