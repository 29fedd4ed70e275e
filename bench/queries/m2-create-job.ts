import type { GraphQLQuery } from './query.js'

export const M2: GraphQLQuery = {
  title: 'createJob in one company, from 4 processes',
  service: `mutation M2($site: ID!, $type: ID!, $technician: ID!) {
    createJob(input: { siteId: $site, jobTypeId: $type, technicianId: $technician, reference: "bench",
      scheduledStart: "2030-01-01T08:00:00Z", scheduledEnd: "2030-01-01T10:00:00Z" }) { job { id number } userErrors { code } } }`,
  statement: {
    name: 'M2',
    values: ({ company, user, siteId, typeId, technicianId }) => [
      company,
      user,
      siteId,
      typeId,
      technicianId,
    ],
    text: `
with found as materialized (
  select s.id as site_id, t.id as type_id, t.requires_signature, u.id as technician_id
  from site s, job_type t, app_user u
  where s.id = $3 and s.company_id = $1 and s.deleted_at is null
    and t.id = $4 and t.company_id = $1 and t.deleted_at is null
    and u.id = $5 and u.company_id = $1 and u.deleted_at is null
  for key share
), counter as (
  update company set job_number = job_number + 1 where id = $1 and (select true from found) returning job_number
), created as (
  insert into job (uuid, company_id, number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature, reference)
  select gen_random_uuid(), $1, job_number, site_id, type_id, technician_id, $2::int,
    '2030-01-01T08:00:00Z', '2030-01-01T10:00:00Z', requires_signature, 'bench' from found, counter
  returning uuid, number
)
select json_build_object('data', json_build_object('createJob', json_build_object(
  'job', json_build_object('id', uuid, 'number', number), 'userErrors', json_build_array())))::text
from created`,
  },
  variables: (sql, company) =>
    sql(
      `select s.uuid as site, s.id as "siteId", t.uuid as type, t.id as "typeId", u.uuid as technician, u.id as "technicianId"
       from site s,
         (select * from job_type where company_id = $1 and active and deleted_at is null order by id limit 1) t,
         (select u.* from app_user u join membership m on m.company_id = $1 and m.user_id = u.id and m.role = 'technician'
          where u.company_id = $1 and u.active and u.deleted_at is null order by u.id limit 1) u
       where s.company_id = $1 and s.deleted_at is null order by s.id limit 50`,
      [company],
    ),
}
