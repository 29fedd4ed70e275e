import { barcode, client, data, joinAsset, joinClient, nodes, risk, type } from './fragments.js'
import { type GraphQLQuery, noVariables } from './query.js'

const ASSETS = nodes(
  `as nodes from (select id, uuid, code, type_id, risk_id from asset
     where company_id = $1 and zone_id = z.id and deleted_at is null order by id limit 10) a ${joinAsset}`,
  `json_build_object('id', a.uuid, 'code', a.code, 'type', ${type}, 'risk', ${risk}, 'barcode', ${barcode})`,
  'a.id',
)

const ZONES = nodes(
  `as nodes from (select id, uuid, name from zone where company_id = $1 and site_id = s.id and deleted_at is null order by id limit 5) z
   cross join lateral ${ASSETS} assets`,
  `json_build_object('id', z.uuid, 'name', z.name, 'assets', assets.nodes)`,
  'z.id',
)

export const Q1: GraphQLQuery = {
  title: '20 sites × 5 zones × 10 assets',
  mercurius: true,
  service: `query Q1 {
    sites(first: 20) { nodes { id name client { id legalName }
      zones(first: 5) { nodes { id name
        assets(first: 10) { nodes { id code type { id name } risk { level value } barcode { data } } } } } } } }`,
  postgraphile: `query Q1($company: Int!) {
    sites: allSites(first: 20, condition: { companyId: $company, deletedAt: null }) { nodes { id: uuid name
      client: clientByCompanyIdAndClientId { id: uuid legalName }
      zones: zonesByCompanyIdAndSiteId(first: 5, condition: { deletedAt: null }) { nodes { id: uuid name
        assets: assetsByCompanyIdAndZoneId(first: 10, condition: { deletedAt: null }) { nodes { id: uuid code
          type: assetTypeByCompanyIdAndTypeId { id: uuid name } risk: riskByRiskId { level value }
          barcode: barcodeByCompanyIdAndAssetId { data } } } } } } } }`,
  statement: {
    name: 'Q1',
    values: ({ company }) => [company],
    text: data(
      'sites',
      nodes(
        `from (select id, uuid, name, client_id from site where company_id = $1 and deleted_at is null order by id limit 20) s
         ${joinClient} cross join lateral ${ZONES} zones`,
        `json_build_object('id', s.uuid, 'name', s.name, 'client', ${client}, 'zones', zones.nodes)`,
        's.id',
      ),
    ),
  },
  variables: noVariables,
}
