import { data, nodes } from './fragments.js'
import type { GraphQLQuery } from './query.js'

const ASSETS = nodes(
  `as nodes from (select id, uuid, code from asset where company_id = $1 and zone_id = z.id and deleted_at is null order by id limit 1) a`,
  `json_build_object('id', a.uuid, 'code', a.code)`,
  'a.id',
)

const ZONES = nodes(
  `as nodes from (select id, uuid, name from zone where company_id = $1 and site_id = s.id and deleted_at is null order by id limit 5) z
   cross join lateral ${ASSETS} assets`,
  `json_build_object('id', z.uuid, 'name', z.name, 'assets', assets.nodes)`,
  'z.id',
)

export const Q6: GraphQLQuery = {
  title: '200 sites × 5 zones × 1 asset, in two requests of 100',
  mercurius: true,
  service: `query Q6($offset: Int!) {
    sites(first: 100, offset: $offset) { nodes { id name
      zones(first: 5) { nodes { id name assets(first: 1) { nodes { id code } } } } } } }`,
  postgraphile: `query Q6($company: Int!, $offset: Int!) {
    sites: allSites(first: 100, offset: $offset, condition: { companyId: $company, deletedAt: null }) { nodes { id: uuid name
      zones: zonesByCompanyIdAndSiteId(first: 5, condition: { deletedAt: null }) { nodes { id: uuid name
        assets: assetsByCompanyIdAndZoneId(first: 1, condition: { deletedAt: null }) { nodes { id: uuid code } } } } } } }`,
  statement: {
    name: 'Q6',
    values: ({ company, offset }) => [company, offset],
    text: data(
      'sites',
      nodes(
        `from (select id, uuid, name from site where company_id = $1 and deleted_at is null order by id limit 100 offset $2) s
         cross join lateral ${ZONES} zones`,
        `json_build_object('id', s.uuid, 'name', s.name, 'zones', zones.nodes)`,
        's.id',
      ),
    ),
  },
  variables: async () => [{ offset: 0 }, { offset: 100 }],
}
