import type { Changed, Domain } from '../domain.js'
import { changeFindingStatus, closed, type FindingResolution } from './change-finding-status.js'

/** Accepts an open finding: its cause stays, because the company lives with the risk. */
export const acceptFinding = (domain: Domain, input: FindingResolution): Promise<Changed> =>
  changeFindingStatus(domain, input.id, 'acceptFinding', (errors, tx) => closed(errors, tx, input))
