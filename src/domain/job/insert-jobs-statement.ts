import { FOUND_REFERENCES, lockReferencesSql } from './job-references.js'

/**
 * Whether the statement inserts one job, and its optional parts: they are left out without zones or documents, because each
 * part takes time.
 */
interface Parts {
  readonly isOne: boolean
  readonly hasZones: boolean
  readonly hasDocuments: boolean
}

/*
 * One statement: the creation of jobs takes one round trip, and holds the lock of the company's row as briefly as
 * possible, because concurrent creations wait for it. The steps of the statement, from top to bottom:
 *
 * 1. Find and lock the records that the jobs refer to.
 * 2. `found` has each job, its records, and whether it can be inserted (`fits`). There can be thousands of zones:
 *    integer ids and UUIDs are joined separately, so that PostgreSQL can use hash joins.
 * 3. If there are jobs to insert, add their count to the company's job number. The
 *    row lock serialises concurrent creations, and a rollback undoes the addition: numbers are unique and have no gaps.
 * 4. Insert the jobs, their zones and their documents. If step 3 adds nothing, nothing is inserted.
 */
export const insertJobsSql = ({ isOne, hasZones, hasDocuments }: Parts): string => `
with ${lockReferencesSql(isOne)}, given as (
  select * from unnest(
    $12::boolean[], $13::uuid[], $14::int[], $15::uuid[], $16::int[], $17::uuid[], $18::int[], $19::uuid[],
    $20::timestamptz[], $21::timestamptz[], $22::boolean[], $23::text[], $24::text[]
  ) with ordinality as given (
    valid, uuid, site_id, site_uuid, type_id, type_uuid, technician_id, technician_uuid,
    scheduled_start, scheduled_end, requires_signature, reference, special_instructions, row
  )
), ${hasZones ? ZONE_SITES : ''}found as materialized (
  select given.*, site.id as found_site_id, job_type.id as found_type_id, technician.id as found_technician_id,
         job_type.requires_signature as type_requires_signature,
         coalesce(valid and site.id is not null and job_type.active and technician.eligible
           ${hasZones ? 'and (zone_sites.row is null or (all_found and first_site_id = site.id and last_site_id = site.id))' : ''}, false) as fits
  from given
  left join site on site.id = given.site_id or site.uuid = given.site_uuid
  left join job_type on job_type.id = given.type_id or job_type.uuid = given.type_uuid
  left join technician on technician.id = given.technician_id or technician.uuid = given.technician_uuid
  ${hasZones ? 'left join zone_sites on zone_sites.row = given.row' : ''}
), counted as (
  select count(*) filter (where fits)::int as jobs from found
  having not $11::boolean or bool_and(fits)
), counter as (
  update company
  set job_number = job_number + counted.jobs
  from counted
  where id = $1 and counted.jobs > 0
  returning job_number, counted.jobs
), job as (
  insert into job (
    uuid, company_id, number, site_id, type_id, technician_id, user_id,
    scheduled_start, scheduled_end, requires_signature, reference, special_instructions
  )
  select uuid, $1, job_number - jobs + row_number() over (order by row), found_site_id, found_type_id, found_technician_id,
         $10::int, scheduled_start, scheduled_end, coalesce(requires_signature, type_requires_signature), reference,
         special_instructions
  from counter, found
  where fits
  order by row
  returning id, uuid, number
)
${hasZones || hasDocuments ? CREATED : ''} ${hasZones ? JOB_ZONES : ''} ${hasDocuments ? documents(hasZones ? 28 : 25) : ''}
select (select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid, 'number', number)), '[]') from job) as jobs,
       found_references.*
from (values (1)) as one
left join (select ${FOUND_REFERENCES}) as found_references on (select count(*) from job) < cardinality($13)`

/** Step 2 for zones: the keys are $25 to $27. */
const ZONE_SITES = `
given_zone as (
  select given.row, coalesce(by_id.id, by_uuid.id) as id, coalesce(by_id.site_id, by_uuid.site_id) as site_id
  from unnest($25::int[], $26::int[], $27::uuid[]) as given (row, id, uuid)
  left join zone by_id on by_id.id = given.id
  left join zone by_uuid on by_uuid.uuid = given.uuid
), zone_sites as (
  select row, bool_and(id is not null) as all_found, min(site_id) as first_site_id, max(site_id) as last_site_id
  from given_zone
  group by row
), `

const CREATED = `, created as (
  select job.id, found.row from job join found using (uuid)
)`

const JOB_ZONES = `, job_zone as (
  insert into job_zone (company_id, job_id, zone_id)
  select distinct $1::int, created.id, given_zone.id from created join given_zone using (row)
)`

const documents = (first: number) => `, document as (
  insert into document (uuid, company_id, job_id, name, content_type, size, content, user_id)
  select file.uuid, $1, created.id, file.name, file.content_type, length(file.content), file.content, $10
  from unnest($${first}::int[], $${first + 1}::uuid[], $${first + 2}::text[], $${first + 3}::text[], $${first + 4}::bytea[])
    with ordinality as file (row, uuid, name, content_type, content, position)
  join created using (row)
  order by position
)`
