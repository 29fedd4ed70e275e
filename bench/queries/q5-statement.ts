import { nodes } from './fragments.js'
import type { Statement } from './query.js'

const count = (table: string) =>
  `(select count(*) from ${table} where company_id = $1 and deleted_at is null)`

/** The questions of the newest versions of the checklists. */
export const CHECKS = `(select coalesce(sum(v.checks_count), 0)::int from checklist l
  join checklist_version v on v.company_id = $1 and v.checklist_id = l.id and v.number = l.version
  where l.company_id = $1 and l.deleted_at is null)`

const VIEWER = `(
  select json_build_object('role', upper(m.role::text),
    'user', json_build_object('fullName', u.first_name || ' ' || u.last_name, 'email', u.email),
    'company', json_build_object('name', c.name, 'stats', json_build_object(
      'assets', ${count('asset')}, 'jobs', ${count('job')}, 'checklists', ${count('checklist')},
      'checks', ${CHECKS}, 'sites', ${count('site')}, 'clients', ${count('client')},
      'users', ${count('app_user')},
      'totalStorage', (select coalesce(sum(size), 0) from document where company_id = $1 and deleted_at is null))))
  from company c
  join app_user u on u.company_id = c.id and u.id = $2
  join membership m on m.company_id = c.id and m.user_id = u.id
  where c.id = $1)`

const FAILING_SITES = nodes(
  `from (
     select * from site s where company_id = $1 and deleted_at is null and failure_threshold <= (
       select count(*) from zone z join asset a on a.company_id = $1 and a.zone_id = z.id
       where z.company_id = $1 and z.site_id = s.id and a.defective and a.decommissioned_at is null and a.deleted_at is null)
     order by id limit 10) s
   join client c on c.company_id = $1 and c.id = s.client_id`,
  `json_build_object('id', s.uuid, 'name', s.name,
     'zonesCount', (select count(*) from zone where company_id = $1 and site_id = s.id and deleted_at is null),
     'assetsCount', (select count(*) from zone z join asset a on a.company_id = $1 and a.zone_id = z.id and a.deleted_at is null
        where z.company_id = $1 and z.site_id = s.id),
     'openJobsCount', (select count(*) from job where company_id = $1 and site_id = s.id
        and status in ('scheduled', 'in_progress', 'paused') and deleted_at is null),
     'client', json_build_object('legalName', c.legal_name))`,
  's.id',
)

const OVERDUE =
  'company_id = $1 and next_inspection < now() and decommissioned_at is null and deleted_at is null'

const OVERDUE_ASSETS = `(
  select json_build_object(
    'totalCount', (select count(*) from asset where ${OVERDUE}),
    'nodes', coalesce(json_agg(json_build_object('id', a.uuid, 'code', a.code, 'nextInspectionDueAt', a.next_inspection,
      'type', json_build_object('name', t.name),
      'zone', json_build_object('name', z.name, 'site', json_build_object('name', s.name)))
      order by a.next_inspection, a.id), '[]'))
  from (select * from asset where ${OVERDUE} order by next_inspection, id limit 10) a
  join asset_type t on t.company_id = $1 and t.id = a.type_id
  join zone z on z.company_id = $1 and z.id = a.zone_id
  join site s on s.company_id = $1 and s.id = z.site_id)`

const UPCOMING_JOBS = nodes(
  `from (select * from job
     where company_id = $1 and status = 'scheduled' and scheduled_start >= $3 and deleted_at is null
     order by scheduled_start, id limit 10) j
   join site s on s.company_id = $1 and s.id = j.site_id
   join app_user u on u.company_id = $1 and u.id = j.technician_id
   join job_type t on t.company_id = $1 and t.id = j.type_id`,
  `json_build_object('id', j.uuid, 'number', j.number, 'scheduledStart', j.scheduled_start,
     'site', json_build_object('name', s.name), 'technician', json_build_object('fullName', u.first_name || ' ' || u.last_name),
     'type', json_build_object('name', t.description))`,
  'j.scheduled_start, j.id',
)

export const q5Statement: Statement = {
  name: 'Q5',
  values: ({ company, user, now }) => [company, user, now],
  text: `select json_build_object('data', json_build_object('viewer', ${VIEWER}, 'sites', ${FAILING_SITES},
    'assets', ${OVERDUE_ASSETS}, 'jobs', ${UPCOMING_JOBS}))::text`,
}
