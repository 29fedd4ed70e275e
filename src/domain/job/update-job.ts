import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkChangedReferences } from './changed-references.js'
import { checkOrder, checkScheduledTime, fieldOf, timezoneFor } from './job-schedule.js'
import { rejectFixed } from './job-status.js'
import type { NewJob } from './new-job.js'

/** Local times are in the time zone of the site that the job has after the change. */
export type JobChange = Change<Omit<NewJob, 'documents'>>

/**
 * Updates a job. While it is scheduled, every field can change; in progress or paused, all except site and type;
 * completed or cancelled, only `reference`. A field that is given with its current value does not count as a change.
 */
export const updateJob = (domain: Domain, input: JobChange): Promise<Changed> =>
  updateRecord(domain, 'Job', input, async (tx, errors, id) => {
    const { companyId } = tx.viewer
    const job = await tx.prisma.job.findUniqueOrThrow({
      where: { id, companyId },
      include: { jobZones: true },
    })
    const references = await checkChangedReferences(tx, errors, job, input)

    for (const name of TIMES) errors.required(name, input[name])
    const timezone = await timezoneFor(tx, input, references.siteId || job.siteId)
    const start = checkScheduledTime(errors, input, 'scheduledStart', timezone)
    const end = checkScheduledTime(errors, input, 'scheduledEnd', timezone)
    if (start || end) {
      checkOrder(errors, input, start ?? job.scheduledStart, end ?? job.scheduledEnd)
    }

    const changed = {
      scheduledStart: start,
      scheduledEnd: end,
      reference: errors.optionalText('reference', input.reference),
      specialInstructions: errors.optionalText(
        'specialInstructions',
        input.specialInstructions,
        10_000,
      ),
      requiresSignature: errors.required('requiresSignature', input.requiresSignature),
    }
    const rejectIfFixed = (path: string, isChanged: boolean) => {
      if (isChanged) rejectFixed(errors, job.status, path)
    }
    rejectIfFixed(fieldOf(input, 'scheduledStart'), differs(start, job.scheduledStart))
    rejectIfFixed(fieldOf(input, 'scheduledEnd'), differs(end, job.scheduledEnd))
    for (const name of ['specialInstructions', 'requiresSignature'] as const) {
      rejectIfFixed(name, differs(changed[name], job[name]))
    }
    return { ...references, ...changed }
  })

const TIMES = [
  'scheduledStart',
  'scheduledStartLocal',
  'scheduledEnd',
  'scheduledEndLocal',
] as const

/** Whether a value is given and is not the current one. */
function differs<Value>(given: Value | undefined, current: Value): boolean {
  if (given === undefined) return false
  return given instanceof Date && current instanceof Date
    ? given.getTime() !== current.getTime()
    : given !== current
}
