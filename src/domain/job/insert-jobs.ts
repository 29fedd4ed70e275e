import { newUuidOf } from '../chosen-id/chosen-id.js'
import type { Created, Domain } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'
import {
  type FoundReferences,
  type FoundRows,
  referenceKeys,
  referencesByKey,
} from './job-references.js'
import type { NewJob } from './new-job.js'

export interface CreatedJob extends Created {
  readonly number: number
}

/** A job to insert if its references are valid. `valid`: whether the rest of its input is valid. */
export interface JobRow {
  readonly job: NewJob
  readonly valid: boolean
}

/**
 * Which jobs to insert: none (`none`), all if every one is valid and otherwise none (`all`), or the valid ones
 * (`valid`).
 */
export type Insertion = 'none' | 'all' | 'valid'

/**
 * `created` has an entry for each job: null if it was not inserted. `found` has the records that the jobs refer to:
 * null if all jobs were inserted.
 */
export interface InsertedJobs {
  readonly found: FoundReferences | null
  readonly created: readonly (CreatedJob | null)[]
}

/** Finds the records that the jobs refer to and inserts the jobs, with one call of a function. */
export async function insertJobs(
  { db, viewer }: Domain,
  rows: readonly JobRow[],
  insertion: Insertion,
): Promise<InsertedJobs> {
  const jobs = rows.map(({ job }) => job)
  const uuids = jobs.map(newUuidOf)
  const isWritten = (index: number) => insertion !== 'none' && rows[index]?.valid === true
  const written = jobs.map((job, index) => (isWritten(index) ? job : undefined))
  const zones = jobs.flatMap(({ zoneIds }, row) =>
    (zoneIds ?? []).map((key) => ({ row: row + 1, key: idAndUuid(key) })),
  )
  const statement = {
    name: 'insert-jobs',
    text: INSERT_JOBS,
    values: [
      viewer.companyId,
      viewer.userId,
      insertion === 'all',
      ...referenceKeys(jobs),
      written.map((job) => job !== undefined),
      uuids,
      ...columnsOf(jobs.map(({ siteId }) => idAndUuid(siteId))),
      ...columnsOf(jobs.map(({ jobTypeId }) => idAndUuid(jobTypeId))),
      ...columnsOf(jobs.map(({ technicianId }) => idAndUuid(technicianId))),
      written.map((job) => job?.scheduledStart?.toISOString() ?? null),
      written.map((job) => job?.scheduledEnd?.toISOString() ?? null),
      written.map((job) => job?.requiresSignature ?? null),
      written.map((job) => job?.allowEarlyClosure ?? true),
      written.map((job) => job?.reference ?? null),
      written.map((job) => job?.specialInstructions ?? null),
      zones.map(({ row }) => row),
      ...columnsOf(zones.map(({ key }) => key)),
    ],
  }
  const result = await (written.some((job) => job)
    ? db.inCompany<Inserted>(viewer.companyId, statement)
    : db.write<Inserted>(statement))
  const inserted = result.rows[0]?.inserted
  if (!inserted) throw new Error('expected one row, got none')
  const created = uuids.map((): CreatedJob | null => null)
  for (const [index, id] of inserted.ids.entries()) {
    const row = (inserted.rows?.[index] ?? 0) - 1
    created[row] = { id, uuid: uuids[row] ?? '', number: inserted.number + index }
  }
  return { found: inserted.found && referencesByKey(inserted.found), created }
}

const columnsOf = (keys: readonly (readonly [number | null, string | null])[]) => [
  keys.map(([id]) => id),
  keys.map(([, uuid]) => uuid),
]

interface Inserted {
  readonly inserted: {
    readonly ids: readonly number[]
    /** The position of each inserted job in the rows, from 1 on; null if no row fits. */
    readonly rows: readonly number[] | null
    /** The number of the first inserted job. The others have the next ones. */
    readonly number: number
    readonly found: FoundRows | null
  }
}

// The last arguments are documents, which instances of release 1.1 insert with the jobs.
const INSERT_JOBS = `select insert_jobs(
  $1::int, $2::int, $3::boolean, $4::int[], $5::uuid[], $6::int[], $7::uuid[], $8::int[], $9::uuid[], $10::int[], $11::uuid[],
  $12::boolean[], $13::uuid[], $14::int[], $15::uuid[], $16::int[], $17::uuid[], $18::int[], $19::uuid[], $20::timestamptz[],
  $21::timestamptz[], $22::boolean[], $23::boolean[], $24::text[], $25::text[], $26::int[], $27::int[], $28::uuid[],
  '{}', '{}', '{}', '{}', '{}') as inserted`
