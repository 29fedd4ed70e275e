import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import type { Created, Domain, RecordKey } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { identify, idAndUuid } from '../record-key.js'
import { splitKeys } from '../lock-reference.js'
import { checkDocuments, type NewDocument } from './documents.js'
import { INSERT_JOB } from './insert-job.js'

export interface NewJob {
  readonly siteId: RecordKey
  readonly jobTypeId: RecordKey
  /** Who carries it out: an active user with the technician role. */
  readonly technicianId: RecordKey
  readonly scheduledStart: Date
  /** After the start. */
  readonly scheduledEnd: Date
  /** Absent: what the job type says. */
  readonly requiresSignature?: boolean | null | undefined
  /** Zones of the site. Absent: none. */
  readonly zoneIds?: readonly RecordKey[] | null | undefined
  readonly reference?: string | null | undefined
  readonly specialInstructions?: string | null | undefined
  readonly documents?: readonly NewDocument[] | null | undefined
}

interface CreatedJob extends Created {
  readonly number: number
}

/**
 * Schedules a job at a site, with its documents. Its number is the company's next: without gaps, whoever else creates
 * jobs meanwhile. One statement finds what the input refers to and, if all of it is in order, writes.
 */
export async function createJob(domain: Domain, input: NewJob): Promise<CreatedJob> {
  authorise(domain.viewer, 'createJob')
  const errors = new ValidationErrors()
  errors.instant('scheduledStart', input.scheduledStart)
  errors.instant('scheduledEnd', input.scheduledEnd)
  if (input.scheduledEnd <= input.scheduledStart) {
    errors.add('INVALID', 'scheduledEnd', 'The end must come after the start.')
  }
  const reference = errors.optionalText('reference', input.reference) ?? null
  const specialInstructions =
    errors.optionalText('specialInstructions', input.specialInstructions, 10_000) ?? null
  const documents = checkDocuments(errors, input.documents ?? [])

  const row = errors.isEmpty ? { ...input, reference, specialInstructions, documents } : null
  const found = await insertJob(domain, input, row)
  if (found.job) return found.job
  reportReferences(errors, found, input.zoneIds ?? [])
  errors.throwIfAny()
  throw new Error('the statement that inserts a job found nothing wrong, and inserted none')
}

/** What the statement found of what the input refers to; and the job, if there was nothing to complain about. */
interface Found {
  readonly job: CreatedJob | null
  readonly siteId: number | null
  readonly typeId: number | null
  readonly typeActive: boolean | null
  readonly technicianId: number | null
  /** Whether the user is active and a technician. */
  readonly technicianFit: boolean | null
  readonly zones: readonly { id: number; uuid: string; siteId: number }[]
}

function reportReferences(
  errors: ValidationErrors,
  found: Found,
  zoneKeys: readonly RecordKey[],
): void {
  errors.reference('siteId', found.siteId, 'site')
  errors.reference('jobTypeId', found.typeId, 'job type')
  if (found.typeActive === false) {
    errors.add('INVALID', 'jobTypeId', 'Jobs of this type are no longer created.')
  }
  errors.reference('technicianId', found.technicianId, 'user')
  if (found.technicianFit === false) {
    errors.add('INVALID', 'technicianId', 'An active user with the technician role is expected.')
  }
  zoneKeys.map(identify).forEach((key, index) => {
    const zone = found.zones.find(({ id, uuid }) =>
      'id' in key ? key.id === id : key.uuid === uuid,
    )
    errors.reference(['zoneIds', index], zone ?? null, 'zone')
    if (zone && found.siteId !== null && zone.siteId !== found.siteId) {
      errors.add('INVALID', ['zoneIds', index], 'This zone is not of the site.')
    }
  })
}

interface JobRow {
  readonly scheduledStart: Date
  readonly scheduledEnd: Date
  readonly requiresSignature?: boolean | null | undefined
  readonly reference: string | null
  readonly specialInstructions: string | null
  readonly documents: readonly NewDocument[]
}

/** Without a row it only finds out what the keys refer to. */
async function insertJob(
  { db, viewer }: Domain,
  keys: Pick<NewJob, 'siteId' | 'jobTypeId' | 'technicianId' | 'zoneIds'>,
  row: JobRow | null,
): Promise<Found> {
  const zones = splitKeys(keys.zoneIds ?? [])
  const documents = row?.documents ?? []
  const statement = {
    name: 'insert-job',
    text: INSERT_JOB,
    values: [
      viewer.companyId,
      viewer.userId,
      row !== null,
      ...idAndUuid(keys.siteId),
      ...idAndUuid(keys.jobTypeId),
      ...idAndUuid(keys.technicianId),
      zones.ids,
      zones.uuids,
      newUuid(),
      row?.scheduledStart.toISOString(),
      row?.scheduledEnd.toISOString(),
      row?.requiresSignature,
      row?.reference,
      row?.specialInstructions,
      documents.map(() => newUuid()),
      documents.map(({ name }) => name),
      documents.map(({ contentType }) => contentType),
      documents.map(({ content }) => content),
    ],
  }
  const { rows } = await (row
    ? db.groupCommit<Found>(viewer.companyId, statement)
    : db.query<Found>(statement))
  if (!rows[0]) throw new Error('the statement that inserts a job returned no row')
  return rows[0]
}
