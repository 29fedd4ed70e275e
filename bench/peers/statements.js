/*
 * The limit: for each query one statement, written by hand, whose answer is the text of the response. `$1` is the
 * company. Nothing here knows who is asking, checks what was asked, or could answer another question.
 */

const nodes = (rows, record, order) =>
  `(select json_build_object('nodes', coalesce(json_agg(${record} order by ${order}), '[]')) ${rows})`

const risk = `case when r.id is null then null else json_build_object('level', upper(r.level), 'value', r.value) end`
const barcode = `case when b.id is null then null else json_build_object('data', b.data) end`
const type = `json_build_object('id', t.uuid, 'name', t.name)`
const client = `json_build_object('id', c.uuid, 'legalName', c.legal_name)`

const ofAsset = `
  join asset_type t on t.company_id = $1 and t.id = a.type_id
  left join risk r on r.id = a.risk_id
  left join barcode b on b.company_id = $1 and b.asset_id = a.id`

const Q1 = {
  values: ({ company }) => [company],
  text: `
select json_build_object('data', json_build_object('sites', ${nodes(
    `from (select id, uuid, name, client_id from site where company_id = $1 and deleted_at is null order by id limit 20) s
     join client c on c.company_id = $1 and c.id = s.client_id
     cross join lateral ${nodes(
       `as nodes from (select id, uuid, name from zone where company_id = $1 and site_id = s.id and deleted_at is null order by id limit 5) z
        cross join lateral ${nodes(
          `as nodes from (select id, uuid, code, type_id, risk_id from asset
             where company_id = $1 and zone_id = z.id and deleted_at is null order by id limit 10) a ${ofAsset}`,
          `json_build_object('id', a.uuid, 'code', a.code, 'type', ${type}, 'risk', ${risk}, 'barcode', ${barcode})`,
          'a.id',
        )} assets`,
       `json_build_object('id', z.uuid, 'name', z.name, 'assets', assets.nodes)`,
       'z.id',
     )} zones`,
    `json_build_object('id', s.uuid, 'name', s.name, 'client', ${client}, 'zones', zones.nodes)`,
    's.id',
  )}))::text`,
}

const Q2 = {
  values: ({ company, zoneId }) => [company, zoneId],
  text: `
select json_build_object('data', json_build_object('assets', ${nodes(
    `from (select * from asset where company_id = $1 and zone_id = $2 and deleted_at is null order by id limit 40) a
     ${ofAsset}
     join zone z on z.company_id = $1 and z.id = a.zone_id
     join site s on s.company_id = $1 and s.id = z.site_id
     join client c on c.company_id = $1 and c.id = s.client_id`,
    `json_build_object('id', a.uuid, 'code', a.code, 'defective', a.defective, 'nextInspection', a.next_inspection,
       'type', ${type}, 'risk', ${risk}, 'barcode', ${barcode},
       'zone', json_build_object('id', z.uuid, 'name', z.name,
         'site', json_build_object('id', s.uuid, 'name', s.name, 'client', ${client})))`,
    'a.id',
  )}))::text`,
}

const Q3 = {
  values: ({ company }) => [company],
  text: `
select json_build_object('data', json_build_object('jobs', ${nodes(
    `from (select * from job where company_id = $1 and deleted_at is null order by id limit 50) j
     join site s on s.company_id = $1 and s.id = j.site_id
     join client c on c.company_id = $1 and c.id = s.client_id
     join app_user u on u.company_id = $1 and u.id = j.technician_id
     join job_type t on t.company_id = $1 and t.id = j.type_id`,
    `json_build_object('id', j.uuid, 'number', j.number, 'status', upper(j.status::text), 'reference', j.reference,
       'scheduledStart', j.scheduled_start, 'scheduledEnd', j.scheduled_end,
       'site', json_build_object('id', s.uuid, 'name', s.name, 'client', ${client}),
       'technician', json_build_object('id', u.uuid, 'firstName', u.first_name, 'lastName', u.last_name, 'email', u.email),
       'type', json_build_object('id', t.uuid, 'description', t.description))`,
    'j.id',
  )}))::text`,
}

const Q4 = {
  values: ({ company, id }) => [company, id],
  text: `
select json_build_object('data', json_build_object('site', (
  select json_build_object('id', uuid, 'name', name, 'legalName', legal_name, 'failureThreshold', failure_threshold, 'createdAt', created_at)
  from site where company_id = $1 and uuid = $2 and deleted_at is null)))::text`,
}

const count = (table, and = 'deleted_at is null') =>
  `(select count(*) from ${table} where company_id = $1 and ${and})`

const Q5 = {
  values: ({ company, user, now }) => [company, user, now],
  text: `
select json_build_object('data', json_build_object(
  'viewer', (
    select json_build_object('role', upper(m.role::text),
      'user', json_build_object('fullName', u.first_name || ' ' || u.last_name, 'email', u.email),
      'company', json_build_object('name', c.name, 'stats', json_build_object(
        'assets', ${count('asset')}, 'jobs', ${count('job')}, 'checklists', ${count('checklist')},
        'checks', ${count('checklist_check', 'true')}, 'sites', ${count('site')}, 'clients', ${count('client')},
        'users', ${count('app_user')},
        'totalStorage', (select coalesce(sum(size), 0) from document where company_id = $1 and deleted_at is null))))
    from company c
    join app_user u on u.company_id = c.id and u.id = $2
    join membership m on m.company_id = c.id and m.user_id = u.id
    where c.id = $1),
  'sites', ${nodes(
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
  )},
  'assets', (
    select json_build_object(
      'totalCount', (select count(*) from asset
        where company_id = $1 and next_inspection < now() and decommissioned_at is null and deleted_at is null),
      'nodes', coalesce(json_agg(json_build_object('id', a.uuid, 'code', a.code, 'nextInspection', a.next_inspection,
        'type', json_build_object('name', t.name),
        'zone', json_build_object('name', z.name, 'site', json_build_object('name', s.name)))
        order by a.next_inspection, a.id), '[]'))
    from (select * from asset
      where company_id = $1 and next_inspection < now() and decommissioned_at is null and deleted_at is null
      order by next_inspection, id limit 10) a
    join asset_type t on t.company_id = $1 and t.id = a.type_id
    join zone z on z.company_id = $1 and z.id = a.zone_id
    join site s on s.company_id = $1 and s.id = z.site_id),
  'jobs', ${nodes(
    `from (select * from job
       where company_id = $1 and status = 'scheduled' and scheduled_start >= $3 and deleted_at is null
       order by scheduled_start, id limit 10) j
     join site s on s.company_id = $1 and s.id = j.site_id
     join app_user u on u.company_id = $1 and u.id = j.technician_id
     join job_type t on t.company_id = $1 and t.id = j.type_id`,
    `json_build_object('id', j.uuid, 'number', j.number, 'scheduledStart', j.scheduled_start,
       'site', json_build_object('name', s.name), 'technician', json_build_object('fullName', u.first_name || ' ' || u.last_name),
       'type', json_build_object('description', t.description))`,
    'j.scheduled_start, j.id',
  )}))::text`,
}

const Q6 = {
  values: ({ company, offset }) => [company, offset],
  text: `
select json_build_object('data', json_build_object('sites', ${nodes(
    `from (select id, uuid, name from site where company_id = $1 and deleted_at is null order by id limit 100 offset $2) s
     cross join lateral ${nodes(
       `as nodes from (select id, uuid, name from zone where company_id = $1 and site_id = s.id and deleted_at is null order by id limit 5) z
        cross join lateral ${nodes(
          `as nodes from (select id, uuid, code from asset where company_id = $1 and zone_id = z.id and deleted_at is null order by id limit 1) a`,
          `json_build_object('id', a.uuid, 'code', a.code)`,
          'a.id',
        )} assets`,
       `json_build_object('id', z.uuid, 'name', z.name, 'assets', assets.nodes)`,
       'z.id',
     )} zones`,
    `json_build_object('id', s.uuid, 'name', s.name, 'zones', zones.nodes)`,
    's.id',
  )}))::text`,
}

const pattern = (search) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
const assetsFound = (contained) => `
with found as materialized (
  select a.id from asset a where a.company_id = $1 and a.deleted_at is null and a.id in (
    select s.id from asset s where ${contained('s.company_id', 's.search_text')}
    union all
    select b.asset_id from barcode b where ${contained('b.company_id', 'b.data')})
)
select json_build_object('total', (select count(*) from found), 'data', coalesce(json_agg(json_build_object(
  'id', a.id, 'code', a.code, 'zone_id', a.zone_id, 'asset_type_id', a.type_id, 'risk_id', a.risk_id,
  'next_inspection', to_char(a.next_inspection at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
  'documents_count', (select count(*) from document d where d.company_id = $1 and d.asset_id = a.id and d.deleted_at is null),
  'current_status', json_build_object('statusable_id', a.id, 'value', case
    when a.decommissioned_at is not null then 'decommissioned' when a.defective then 'defective'
    when a.next_inspection < now() then 'overdue' else 'ok' end),
  'barcode', case when b.id is null then null else json_build_object('id', b.id, 'data', b.data, 'asset_id', b.asset_id) end,
  'risk', case when r.id is null then null else json_build_object('id', r.id, 'level', r.level, 'value', r.value) end,
  'type', json_build_object('id', t.id, 'name', t.name, 'custom_fields_object', (
    select coalesce(json_agg(json_build_object('label', f -> 'label', 'field_id', f -> 'fieldId', 'is_required', f -> 'isRequired') order by n), '[]')
    from jsonb_array_elements(t.custom_fields) with ordinality fields (f, n))),
  'zone', json_build_object('id', z.id, 'site_id', z.site_id, 'name', z.name, 'site', json_build_object(
    'id', s.id, 'name', s.name, 'client_id', s.client_id, 'logo_url', s.logo,
    'client', json_build_object('id', c.id, 'legal_name', c.legal_name, 'logo_url', c.logo)))
  ) order by a.id), '[]'))::text
from (select * from asset where company_id = $1 and id in (select id from found order by id limit 10)) a
${ofAsset}
join zone z on z.company_id = $1 and z.id = a.zone_id
join site s on s.company_id = $1 and s.id = z.site_id
join client c on c.company_id = $1 and c.id = s.client_id`

/** A search for five characters and more, and one for fewer, are looked up in different indexes. */
const A = {
  values: ({ company, search }) => [company, pattern(search), search],
  text: assetsFound(
    (company, column) =>
      `text_grams(${company}, ${column}) @> (select text_grams($1, $3)) and ${company} is not distinct from $1 and lower(${column}) like lower($2)`,
  ),
}
const A_SHORT = {
  values: ({ company, search }) => [company, pattern(search)],
  text: assetsFound((company, column) => `${company} = $1 and ${column} ilike $2`),
}

const seconds = (column) => `floor(extract(epoch from ${column}))::bigint`

const B = {
  values: ({ company, index }) => [company, 100 * Number(index)],
  text: `
select json_build_object('total', (select count(*) from asset where company_id = $1 and deleted_at is null),
  'data', coalesce(json_agg(json_build_object(
    'id', a.uuid, 'assetTypeId', t.uuid, 'zoneId', z.uuid, 'barcode', b.data, 'code', a.code, 'riskLevel', r.level,
    'defective', a.defective, 'createdAt', ${seconds('a.created_at')}, 'updatedAt', ${seconds('a.updated_at')},
    'lastInspection', ${seconds('a.last_inspection')}, 'nextInspection', ${seconds('a.next_inspection')},
    'decommissionedAt', ${seconds('a.decommissioned_at')},
    'metaData', (
      select coalesce(json_agg(json_build_object('id', f -> 'fieldId', 'label', f -> 'label', 'value', a.meta_data ->> (f ->> 'fieldId')) order by n), '[]')
      from jsonb_array_elements(t.custom_fields) with ordinality fields (f, n) where a.meta_data ? (f ->> 'fieldId'))
  ) order by a.id), '[]'))::text
from (select * from asset where company_id = $1 and deleted_at is null order by id limit 100 offset $2) a
${ofAsset}
join zone z on z.company_id = $1 and z.id = a.zone_id`,
}

const M1 = {
  values: ({ company, user, zoneId, typeId, shortCode, riskId }) => [
    company,
    user,
    zoneId,
    typeId,
    shortCode,
    riskId,
  ],
  text: `
with place as (
  select z.id as zone_id, t.id as type_id from zone z, asset_type t
  where z.id = $3 and z.company_id = $1 and z.deleted_at is null and t.id = $4 and t.company_id = $1 and t.deleted_at is null
  for key share
), counter as (
  update company set asset_code_number = asset_code_number + 1, barcode_number = barcode_number + 1
  where id = $1 and (select true from place) returning asset_code_number, barcode_number
), made as (
  insert into asset (uuid, company_id, code, zone_id, type_id, risk_id, user_id)
  select gen_random_uuid(), $1, $5::text || '-' || lpad(asset_code_number::text, greatest(5, length(asset_code_number::text)), '0'),
    zone_id, type_id, $6::int, $2::int from place, counter
  returning id, uuid, code
), marked as (
  insert into barcode (uuid, company_id, asset_id, data, prefix)
  select gen_random_uuid(), $1, made.id, 'BC' || lpad(barcode_number::text, greatest(8, length(barcode_number::text)), '0'), 'BC' from made, counter
  returning data
)
select json_build_object('data', json_build_object('createAsset', json_build_object(
  'asset', json_build_object('id', uuid, 'code', code, 'barcode', json_build_object('data', data)), 'userErrors', json_build_array())))::text
from made, marked`,
}

const M2 = {
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
), made as (
  insert into job (uuid, company_id, number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature, reference)
  select gen_random_uuid(), $1, job_number, site_id, type_id, technician_id, $2::int,
    '2030-01-01T08:00:00Z', '2030-01-01T10:00:00Z', requires_signature, 'bench' from found, counter
  returning uuid, number
)
select json_build_object('data', json_build_object('createJob', json_build_object(
  'job', json_build_object('id', uuid, 'number', number), 'userErrors', json_build_array())))::text
from made`,
}

export const statements = { Q1, Q2, Q3, Q4, Q5, Q6, A, A_SHORT, B, M1, M2 }
