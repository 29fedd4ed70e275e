import { authorise } from '../access/authorise.js'
import { writeOneRow } from '../bulk/one-row.js'
import { Rows } from '../bulk/rows.js'
import { type Created, type Domain, inTransaction } from '../domain.js'
import type { Inspector, NewInspection } from './new-inspection.js'
import { recordRows } from './record-inspections.js'

/**
 * Records an inspection of an asset in use: `recordInspections` with one row. Without an outcome, the score is compared
 * with the pass percentage of the job's type, without a job with that of the checklist of the asset's type. Unless the asset has a
 * later inspection, also updates whether the asset is defective and when its next inspection is due. May complete the job: see
 * `completeInspectedJobs`.
 */
export async function recordInspection(
  domain: Domain & Inspector,
  input: NewInspection,
): Promise<Created> {
  authorise(domain.viewer, 'recordInspection')
  return writeOneRow(domain, (own) =>
    inTransaction(own, (tx) => recordRows(tx, Rows.one(tx, input), domain)),
  )
}
