import { authorise } from '../access/authorise.js'
import { type Changed, type Domain, inTransaction } from '../domain.js'
import { keepLocalTimes } from '../job/keep-local-times.js'
import { lockReference } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { settled } from '../record/write-record.js'
import type { NewSite } from './create-site.js'
import { checkSiteDetails } from './site-details.js'

/** Absent parts of the address stay unchanged, too. */
export type SiteChange = Change<NewSite>

export interface ChangedSite extends Changed {
  /** The number of open jobs whose instants changed with the time zone. */
  readonly movedJobsCount: number
}

/**
 * Updates a site. Its client, name and failure threshold cannot be cleared. Its open jobs keep their local times if the time
 * zone changes: an earlier one was a mistake.
 */
export function updateSite(domain: Domain, input: SiteChange): Promise<ChangedSite> {
  authorise(domain.viewer, 'updateSite')
  return inTransaction(domain, async (tx) => {
    let movedJobsCount = 0
    const { id } = await updateRecord(tx, 'Site', input, async (_, errors, { id }) => {
      const clientKey = errors.required('clientId', input.clientId)
      const data = await settled({
        clientId: lockReference(tx, errors, 'clientId', 'Client', clientKey),
        name: errors.text('name', input.name),
        failureThreshold: errors.integer(
          'failureThreshold',
          errors.required('failureThreshold', input.failureThreshold),
          1,
        ),
        ...checkSiteDetails(tx, errors, input),
      })
      const { timezone } = data
      if (timezone !== undefined && errors.allowWrite) {
        movedJobsCount = await keepLocalTimes(tx, id, timezone)
      }
      return data
    })
    return { id, movedJobsCount }
  })
}
