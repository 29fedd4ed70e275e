import { data } from './fragments.js'
import { type GraphQLQuery, noVariables } from './query.js'

const CONDITION = 'company_id = $1 and defective and risk_id = 1 and deleted_at is null'

/** One row more than the page, to find out whether there is a next page. */
const ROWS = `
  select a.id, a.created_at, row_number() over (order by a.created_at desc, a.id desc) as position,
    encode(convert_to(json_build_array(a.created_at, a.id)::text, 'UTF8'), 'base64') as cursor,
    json_build_object('id', a.uuid, 'code', a.code, 'createdAt', a.created_at,
      'type', json_build_object('name', t.name),
      'zone', json_build_object('name', z.name, 'site', json_build_object('name', s.name))) as node
  from (select * from asset where ${CONDITION} order by created_at desc, id desc limit 21) a
  join asset_type t on t.company_id = $1 and t.id = a.type_id
  join zone z on z.company_id = $1 and z.id = a.zone_id
  join site s on s.company_id = $1 and s.id = z.site_id`

export const Q7: GraphQLQuery = {
  title:
    'a Relay page of the 20 newest critical defective assets: edges, cursors, pageInfo, totalCount',
  service: `query Q7 {
    assets(first: 20, filter: { defective: true, riskLevels: [CRITICAL] }, orderBy: [{ field: CREATED_AT, direction: DESC }]) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { cursor node { id code createdAt type { name } zone { name site { name } } } } } }`,
  postgraphile: `query Q7($company: Int!) {
    assets: allAssets(first: 20, condition: { companyId: $company, defective: true, riskId: 1, deletedAt: null }
        orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      edges { cursor node { id: uuid code createdAt type: assetTypeByCompanyIdAndTypeId { name }
        zone: zoneByCompanyIdAndZoneId { name site: siteByCompanyIdAndSiteId { name } } } } } }`,
  statement: {
    name: 'Q7',
    values: ({ company }) => [company],
    text: data(
      'assets',
      `(select json_build_object(
        'totalCount', (select count(*) from asset where ${CONDITION}),
        'pageInfo', json_build_object('hasNextPage', count(*) > 20, 'hasPreviousPage', false,
          'startCursor', max(cursor) filter (where position = 1),
          'endCursor', max(cursor) filter (where position = least(20, last))),
        'edges', coalesce(json_agg(json_build_object('cursor', cursor, 'node', node) order by position)
          filter (where position <= 20), '[]'))
      from (select r.*, count(*) over () as last from (${ROWS}) r) p)`,
    ),
  },
  variables: noVariables,
}
