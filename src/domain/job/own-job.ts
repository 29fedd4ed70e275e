import type { Viewer } from '../access/viewer.js'
import { DomainError } from '../errors.js'

/** Throws FORBIDDEN if the viewer is a technician and the job is another technician's. */
export function requireOwnJob(
  { role, userId }: Viewer,
  { technicianId }: { readonly technicianId: number },
): void {
  if (role === 'technician' && technicianId !== userId) {
    throw new DomainError('FORBIDDEN', 'This job is assigned to another technician.')
  }
}
