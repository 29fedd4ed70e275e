import { v7 as newUuid } from 'uuid'
import type { Created, Domain } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'
import { insertJobsSql } from './insert-jobs-statement.js'
import {
  type FoundReferences,
  type ReferenceColumns,
  referenceKeys,
  referencesByKey,
} from './job-references.js'
import type { NewDocument } from './documents.js'
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

/** Finds the records that the jobs refer to and inserts the jobs, with one statement. */
export async function insertJobs(
  { db, viewer }: Domain,
  rows: readonly JobRow[],
  insertion: Insertion,
): Promise<InsertedJobs> {
  const jobs = rows.map(({ job }) => job)
  const uuids = rows.map(() => newUuid())
  const isWritten = (index: number) => insertion !== 'none' && rows[index]?.valid === true
  const written = jobs.map((job, index) => (isWritten(index) ? job : undefined))
  const zones = jobs.flatMap(({ zoneIds }, row) =>
    (zoneIds ?? []).map((key) => ({ row: row + 1, key: idAndUuid(key) })),
  )
  const documents = written.flatMap((job, row) =>
    (job?.documents ?? []).map((document) => ({ row: row + 1, ...document })),
  )
  const isOne = rows.length === 1
  const hasZones = zones.length > 0
  const hasDocuments = documents.length > 0
  const statement = {
    name: `insert-${isOne ? 'job' : 'jobs'}${hasZones ? '-zones' : ''}${hasDocuments ? '-documents' : ''}`,
    text: insertJobsSql({ isOne, hasZones, hasDocuments }),
    values: [
      viewer.companyId,
      ...referenceKeys(jobs),
      viewer.userId,
      insertion === 'all',
      written.map((job) => job !== undefined),
      uuids,
      ...columnsOf(jobs.map(({ siteId }) => idAndUuid(siteId))),
      ...columnsOf(jobs.map(({ jobTypeId }) => idAndUuid(jobTypeId))),
      ...columnsOf(jobs.map(({ technicianId }) => idAndUuid(technicianId))),
      written.map((job) => job?.scheduledStart?.toISOString() ?? null),
      written.map((job) => job?.scheduledEnd?.toISOString() ?? null),
      written.map((job) => job?.requiresSignature ?? null),
      written.map((job) => job?.reference ?? null),
      written.map((job) => job?.specialInstructions ?? null),
      ...(hasZones ? [zones.map(({ row }) => row), ...columnsOf(zones.map(({ key }) => key))] : []),
      ...(hasDocuments ? documentColumns(documents) : []),
    ],
  }
  const result = await (written.some((job) => job)
    ? db.inCompany<Inserted>(viewer.companyId, statement)
    : db.write<Inserted>(statement))
  const [inserted] = result.rows
  if (!inserted) throw new Error('expected one row, got none')
  const byUuid = new Map(inserted.jobs.map((job) => [job.uuid, job]))
  return {
    found: inserted.sites && referencesByKey(inserted as ReferenceColumns),
    created: uuids.map((uuid) => byUuid.get(uuid) ?? null),
  }
}

const columnsOf = (keys: readonly (readonly [number | null, string | null])[]) => [
  keys.map(([id]) => id),
  keys.map(([, uuid]) => uuid),
]

const documentColumns = (documents: readonly (NewDocument & { readonly row: number })[]) => [
  documents.map(({ row }) => row),
  documents.map(() => newUuid()),
  documents.map(({ name }) => name),
  documents.map(({ contentType }) => contentType),
  documents.map(({ content }) => content),
]

type Inserted = { readonly jobs: readonly CreatedJob[] } & {
  readonly [Column in keyof ReferenceColumns]: ReferenceColumns[Column] | null
}
