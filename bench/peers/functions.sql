-- What PostGraphile needs for Q5: computed columns and custom queries.
drop type if exists stats cascade;
create type stats as (assets int, jobs int, checklists int, checks int, sites int, clients int, users int, total_storage float8);

create or replace function company_stats(c company) returns stats language sql stable as $$
  select
    (select count(*) from asset where company_id = c.id and deleted_at is null)::int,
    (select count(*) from job where company_id = c.id and deleted_at is null)::int,
    (select count(*) from checklist where company_id = c.id and deleted_at is null)::int,
    (select coalesce(sum(v.checks_count), 0) from checklist l
      join checklist_version v on v.company_id = l.company_id and v.checklist_id = l.id and v.number = l.version
      where l.company_id = c.id and l.deleted_at is null)::int,
    (select count(*) from site where company_id = c.id and deleted_at is null)::int,
    (select count(*) from client where company_id = c.id and deleted_at is null)::int,
    (select count(*) from app_user where company_id = c.id and deleted_at is null)::int,
    (select coalesce(sum(size), 0) from document where company_id = c.id and deleted_at is null)::float8
$$;

create or replace function membership_company(m membership) returns company language sql stable as $$
  select c.* from company c where c.id = m.company_id
$$;

create or replace function app_user_full_name(u app_user) returns text language sql stable as $$
  select u.first_name || ' ' || u.last_name
$$;

create or replace function site_zones_count(s site) returns int language sql stable as $$
  select count(*)::int from zone where company_id = s.company_id and site_id = s.id and deleted_at is null
$$;

create or replace function site_assets_count(s site) returns int language sql stable as $$
  select count(*)::int from zone z join asset a on a.company_id = z.company_id and a.zone_id = z.id and a.deleted_at is null
  where z.company_id = s.company_id and z.site_id = s.id
$$;

create or replace function site_open_jobs_count(s site) returns int language sql stable as $$
  select count(*)::int from job where company_id = s.company_id and site_id = s.id
    and status in ('scheduled', 'in_progress', 'paused') and deleted_at is null
$$;

create or replace function failing_sites(company int) returns setof site language sql stable as $$
  select s.* from site s where s.company_id = company and s.deleted_at is null and s.failure_threshold <= (
    select count(*) from zone z join asset a on a.company_id = s.company_id and a.zone_id = z.id
    where z.company_id = s.company_id and z.site_id = s.id and a.defective and a.decommissioned_at is null and a.deleted_at is null)
  order by s.id
$$;

create or replace function overdue_assets(company int) returns setof asset language sql stable as $$
  select a.* from asset a
  where a.company_id = company and a.next_inspection < now() and a.decommissioned_at is null and a.deleted_at is null
  order by a.next_inspection, a.id
$$;

create or replace function upcoming_jobs(company int, after_ timestamptz) returns setof job language sql stable as $$
  select j.* from job j
  where j.company_id = company and j.status = 'scheduled' and j.scheduled_start >= after_ and j.deleted_at is null
  order by j.scheduled_start, j.id
$$;

-- Unique indexes without a constraint, which PostGraphile does not find by itself.
comment on table site is '@unique uuid';
comment on table asset is '@unique uuid';
comment on table barcode is '@unique company_id,asset_id';

-- For Q8 and M3: the values of an asset's custom fields.
drop type if exists custom_field_value cascade;
create type custom_field_value as (label text, value text);

create or replace function asset_custom_field_values(a asset) returns custom_field_value[] language sql stable as $$
  select coalesce(array_agg(row(field ->> 'label', a.meta_data ->> (field ->> 'fieldId'))::custom_field_value order by position), '{}')
  from asset_type t, jsonb_array_elements(t.custom_fields) with ordinality fields (field, position)
  where t.company_id = a.company_id and t.id = a.type_id and a.meta_data ? (field ->> 'fieldId')
$$;

-- For Q11: conditions only compare for equality.
create or replace function clients_since(company int, from_ timestamptz) returns setof client language sql stable as $$
  select c.* from client c where c.company_id = company and c.created_at >= from_ and c.deleted_at is null order by c.id
$$;
