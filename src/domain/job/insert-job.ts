import { v7 as newUuid } from 'uuid'
import type { Created, Domain } from '../domain.js'
import { idAndUuid, idsAndUuids } from '../record/record-key.js'
import type { NewJob } from './new-job.js'

export interface CreatedJob extends Created {
  readonly number: number
}

/** The records that the job refers to, null if not found; and the job, null if it was not inserted. */
export interface InsertedJob {
  readonly job: CreatedJob | null
  readonly siteId: number | null
  readonly typeId: number | null
  readonly typeActive: boolean | null
  readonly technicianId: number | null
  /** Whether the user is active and a technician. */
  readonly technicianFit: boolean | null
  readonly zones: readonly { readonly id: number; readonly uuid: string; readonly siteId: number }[]
}

/** Finds the records that the job refers to. If all are valid, inserts the job, unless it is a dry run. */
export async function insertJob(
  { db, viewer }: Domain,
  job: NewJob,
  { dryRun }: { readonly dryRun: boolean },
): Promise<InsertedJob> {
  const zones = idsAndUuids(job.zoneIds ?? [])
  const documents = dryRun ? [] : (job.documents ?? [])
  const statement = {
    name: 'insert-job',
    text: INSERT_JOB,
    values: [
      viewer.companyId,
      viewer.userId,
      !dryRun,
      ...idAndUuid(job.siteId),
      ...idAndUuid(job.jobTypeId),
      ...idAndUuid(job.technicianId),
      zones.ids,
      zones.uuids,
      newUuid(),
      dryRun ? null : job.scheduledStart?.toISOString(),
      dryRun ? null : job.scheduledEnd?.toISOString(),
      job.requiresSignature,
      job.reference,
      job.specialInstructions,
      documents.map(() => newUuid()),
      documents.map(({ name }) => name),
      documents.map(({ contentType }) => contentType),
      documents.map(({ content }) => content),
      db.actor,
    ],
    namesActor: true,
  }
  const { rows } = await (dryRun
    ? db.query<InsertedJob>(statement)
    : db.groupCommit<InsertedJob>(viewer.companyId, statement))
  if (!rows[0]) throw new Error('expected one row, got none')
  return rows[0]
}

/*
 * One statement: a job takes one round trip, and the lock of the company's row, for which concurrent creations of jobs
 * wait, is held as briefly as possible. Its steps, from top to bottom:
 *
 * 1. Find and lock the records that the job refers to, so that they cannot be removed before the commit. If a record is
 *    being removed, the statement waits for that transaction and then does not find the record. The lock of the
 *    technician's membership does the same for a change of the role.
 * 2. `found` is one row: the records, and whether they are valid for the job. It names the actor, for the audit entries.
 * 3. If they are and $3 is true, increment the company's job number. The row lock serialises concurrent creations, and a
 *    rollback undoes the increment: numbers are unique and have no gaps.
 * 4. Insert the job, its zones and its documents, each from the rows of the previous step. Without a number, these steps
 *    insert nothing.
 */
const INSERT_JOB = `
with site as (
  select id from site
  where (id = $4 or uuid = $5) and company_id = $1 and deleted_at is null
  for key share
), job_type as (
  select id, active, requires_signature from job_type
  where (id = $6 or uuid = $7) and company_id = $1 and deleted_at is null
  for key share
), technician as (
  select u.id, u.active and m.role = 'technician' as fit
  from app_user u
  join membership m on m.company_id = $1 and m.user_id = u.id
  where (u.id = $8 or u.uuid = $9) and u.company_id = $1 and u.deleted_at is null
  for key share of u
  for share of m
), zone as (
  select id, uuid, site_id from zone
  where (id = any($10::int[]) or uuid = any($11::uuid[])) and company_id = $1 and deleted_at is null
  order by id
  for key share
), found as materialized (
  select site.id as site_id,
         job_type.id as type_id, job_type.active as type_active, job_type.requires_signature,
         technician.id as technician_id, technician.fit as technician_fit,
         (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'siteId', site_id)), '[]') from zone) as zones,
         not exists (select from zone where site_id is distinct from site.id)
           and not exists (select from unnest($10::int[]) as key where key not in (select id from zone))
           and not exists (select from unnest($11::uuid[]) as key where key not in (select uuid from zone)) as zones_fit
  from (select set_config('app.actor', $22, true)) as one
  left join site on true
  left join job_type on true
  left join technician on true
), counter as (
  update company
  set job_number = job_number + 1
  where id = $1 and $3::boolean
    and (select site_id is not null and type_active and technician_fit and zones_fit from found)
  returning job_number
), job as (
  insert into job (
    uuid, company_id, number, site_id, type_id, technician_id, user_id,
    scheduled_start, scheduled_end, requires_signature, reference, special_instructions
  )
  select $12, $1, counter.job_number, found.site_id, found.type_id, found.technician_id, $2,
         $13::timestamptz, $14::timestamptz, coalesce($15::boolean, found.requires_signature), $16, $17
  from counter, found
  returning id, uuid, number
), job_zone as (
  insert into job_zone (company_id, job_id, zone_id)
  select $1, job.id, zone.id from job, zone
), document as (
  insert into document (uuid, company_id, job_id, name, content_type, size, content, user_id)
  select file.uuid, $1, job.id, file.name, file.content_type, length(file.content), file.content, $2
  from job, unnest($18::uuid[], $19::text[], $20::text[], $21::bytea[]) as file (uuid, name, content_type, content)
)
select (select json_build_object('id', id, 'uuid', uuid, 'number', number) from job) as job,
       site_id as "siteId",
       type_id as "typeId", type_active as "typeActive",
       technician_id as "technicianId", technician_fit as "technicianFit",
       zones
from found`
