import { isKey } from '../record/record-key.js'
import type { RecordKey } from '../domain.js'
import type { Change } from '../record/update-record.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkTechnician, type FoundReferences, rejectType, rejectZone } from './job-references.js'
import { describeStatus, isUnderWay, rejectFixed } from './job-status.js'
import type { LockedJob } from './lock-jobs.js'
import type { NewJob } from './new-job.js'

/**
 * Checks the records that the input of an update refers to, with the rules of a new job. For a reference
 * that does not change, only the record must exist: the job can keep a type that is no longer active. Returns the
 * references after the change, and the time zone of the site.
 */
export function checkChangedReferences(
  errors: ValidationErrors,
  input: Change<Pick<NewJob, 'siteId' | 'jobTypeId' | 'technicianId' | 'zoneIds'>>,
  job: LockedJob,
  found: FoundReferences,
) {
  const change = { errors, job }
  const site = found.sites.get(input.siteId)
  const siteId = changedId(change, 'siteId', 'Site', input.siteId, site, job.siteId)
  const type = found.types.get(input.jobTypeId)
  const typeId = changedId(change, 'jobTypeId', 'JobType', input.jobTypeId, type, job.typeId)
  if (typeId && !type?.active) rejectType(errors)
  return {
    siteId: siteId ?? job.siteId,
    typeId: typeId ?? job.typeId,
    technicianId: checkChangedTechnician(change, input.technicianId, found) ?? job.technicianId,
    zoneIds: checkZones(change, input.zoneIds, siteId, found) ?? job.zoneIds,
    timezone: siteId && site ? site.timezone : job.timezone,
  }
}

interface JobUpdate {
  readonly errors: ValidationErrors
  readonly job: LockedJob
}

/** Returns the id of the new record; undefined if the reference does not change, 0 if it is invalid. */
function changedId(
  { errors, job }: JobUpdate,
  path: string,
  model: 'Site' | 'JobType',
  key: RecordKey | null | undefined,
  record: { readonly id: number } | null,
  current: number,
): number | undefined {
  if (key === undefined) return undefined
  errors.required(path, key)
  if (isKey(key)) errors.reference(path, record, model)
  if (!record) return 0
  if (record.id === current) return undefined
  rejectFixed(errors, job.status, path)
  return record.id
}

/** Returns the id of the new technician; undefined if it does not change, 0 if there is none. Null takes the technician away. */
function checkChangedTechnician(
  { errors, job }: JobUpdate,
  key: RecordKey | null | undefined,
  found: FoundReferences,
): number | undefined {
  if (key === undefined) return undefined
  const technician = found.technicianOf(key)
  if (technician?.id === job.technicianId) return undefined
  if (technician) rejectFixed(errors, job.status, 'technicianId')
  checkTechnician(errors, key, technician)
  if (technician?.placeholder && isUnderWay(job.status)) {
    const status = describeStatus(job.status)
    errors.add('WRONG_STATE', 'technicianId', `A job that is ${status} keeps a technician.`)
  }
  return technician?.id ?? 0
}

/**
 * The ids of the new zones; undefined if they do not change. `siteId` is the id of the new site; undefined if the site
 * does not change, 0 if it is invalid.
 */
function checkZones(
  { errors, job }: JobUpdate,
  keys: readonly RecordKey[] | null | undefined,
  siteId: number | undefined,
  found: FoundReferences,
): number[] | undefined {
  if (keys === undefined) {
    if (siteId && job.zoneIds.length > 0) {
      const message =
        'The job’s zones do not belong to the new site: give zones of that site, or an empty list.'
      errors.add('INVALID', 'zoneIds', message)
    }
    return undefined
  }
  const wanted = new Set<number>()
  keys?.forEach((key, index) => {
    const zone = found.zones.get(key)
    errors.reference(['zoneIds', index], zone, 'Zone')
    if (!zone) return
    if (siteId !== 0 && zone.siteId !== (siteId ?? job.siteId)) rejectZone(errors, index)
    wanted.add(zone.id)
  })
  const isSame = wanted.size === job.zoneIds.length && job.zoneIds.every((id) => wanted.has(id))
  if (isSame) return undefined
  rejectFixed(errors, job.status, 'zoneIds')
  return [...wanted]
}
