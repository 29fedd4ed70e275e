import { joinAsset, joinClient, joinPlace } from './fragments.js'
import type { RestQuery, Statement, Variables } from './query.js'

const SEARCHES_PER_KIND = 20

const likePattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
const searchOf = ({ search }: Variables) => String(search)

/** `contains`: SQL condition that a column contains the search, given the column of the company. */
const searchStatement = (contains: (company: string, column: string) => string) => `
with found as materialized (
  select a.id from asset a where a.company_id = $1 and a.deleted_at is null and a.id in (
    select s.id from asset s where ${contains('s.company_id', 's.search_text')}
    union all
    select b.asset_id from barcode b where ${contains('b.company_id', 'b.data')})
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
${joinAsset} ${joinPlace} ${joinClient}`

/** Searches of five or more characters use a GIN index of 5-gram hashes. */
const longSearch: Statement = {
  name: 'A_LONG',
  values: (variables) => [variables.company, likePattern(searchOf(variables)), searchOf(variables)],
  text: searchStatement(
    (company, column) =>
      `text_grams(${company}, search_key(${column})) @> (select text_grams($1, search_key($3)))
        and ${company} is not distinct from $1 and search_key(${column}) like (select search_key($2))`,
  ),
}

/** Shorter searches use an index of trigrams. */
const shortSearch: Statement = {
  name: 'A_SHORT',
  values: (variables) => [variables.company, likePattern(searchOf(variables))],
  text: searchStatement(
    (company, column) => `${company} = $1 and search_key(${column}) like search_key($2)`,
  ),
}

/** A hundred different searches: numbers and starts of codes, in turn. */
function differentSearches(): Variables[] {
  return Array.from({ length: SEARCHES_PER_KIND }, (_, turn) => [
    { search: String(1042 + turn) },
    { search: `FE-${String(turn).padStart(2, '0')}` },
    { search: String(777 + turn).padStart(4, '0') },
    { search: String(9001 + turn) },
    { search: `SV-${String(turn).padStart(2, '0')}` },
  ]).flat()
}

export const A: RestQuery = {
  title: 'GET /api/assets?search=…, a page of 10',
  path: (variables) => `/api/assets?search=${searchOf(variables)}`,
  statement: (variables) => (searchOf(variables).length < 5 ? shortSearch : longSearch),
  variables: differentSearches,
}
