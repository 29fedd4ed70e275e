import type { Changed, Domain } from '../domain.js'
import { changeFindingStatus, closed, type FindingResolution } from './change-finding-status.js'

/** Resolves an open finding: its cause is gone. */
export const resolveFinding = (domain: Domain, input: FindingResolution): Promise<Changed> =>
  changeFindingStatus(domain, input.id, 'resolveFinding', (errors, tx) => closed(errors, tx, input))
