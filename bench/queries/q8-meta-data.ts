import { customFieldValues, data, joinType, nodes } from './fragments.js'
import { largestZones } from './q2-asset-page.js'
import type { GraphQLQuery } from './query.js'

export const Q8: GraphQLQuery = {
  title: '40 assets of a zone, with the values of their custom fields',
  mercurius: true,
  service: `query Q8($zone: ID!) {
    assets(first: 40, filter: { zoneIds: [$zone] }) { nodes { id code type { name } customFieldValues { label value } } } }`,
  postgraphile: `query Q8($company: Int!, $zoneId: Int!) {
    assets: allAssets(first: 40, condition: { companyId: $company, zoneId: $zoneId, deletedAt: null }) { nodes {
      id: uuid code type: assetTypeByCompanyIdAndTypeId { name } customFieldValues { label value } } } }`,
  statement: {
    name: 'Q8',
    values: ({ company, zoneId }) => [company, zoneId],
    text: data(
      'assets',
      nodes(
        `from (select * from asset where company_id = $1 and zone_id = $2 and deleted_at is null order by id limit 40) a
         ${joinType}`,
        `json_build_object('id', a.uuid, 'code', a.code, 'type', json_build_object('name', t.name), 'customFieldValues', ${customFieldValues})`,
        'a.id',
      ),
    ),
  },
  variables: largestZones,
}
