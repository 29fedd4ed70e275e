import type { Viewer } from '../access/viewer.js'
import { DomainError } from '../errors.js'

/** Throws FORBIDDEN if the viewer is a technician and the job is not their own. */
export function requireOwnJob(
  { role, userId }: Viewer,
  { technicianId }: { readonly technicianId: number },
): void {
  if (role === 'technician' && technicianId !== userId) {
    throw new DomainError('FORBIDDEN', 'This job is not assigned to you.')
  }
}
