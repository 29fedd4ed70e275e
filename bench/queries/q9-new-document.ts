import { barcode, client, data, joinAsset, joinClient, nodes, risk, type } from './fragments.js'
import { type GraphQLQuery, noVariables } from './query.js'

const ASSETS = nodes(
  `as nodes from (select id, uuid, code, type_id, risk_id from asset
     where company_id = $1 and zone_id = z.id and deleted_at is null order by id limit 3) a ${joinAsset}`,
  `json_build_object('id', a.uuid, 'code', a.code, 'type', ${type}, 'risk', ${risk}, 'barcode', ${barcode})`,
  'a.id',
)

const ZONES = nodes(
  `as nodes from (select id, uuid, name from zone where company_id = $1 and site_id = s.id and deleted_at is null order by id limit 3) z
   cross join lateral ${ASSETS} assets`,
  `json_build_object('id', z.uuid, 'name', z.name, 'assets', assets.nodes)`,
  'z.id',
)

/** Each request has an operation name and an alias of its own: no server can have parsed or planned it before. */
export const Q9: GraphQLQuery = {
  title:
    'a new document for each request: 10 sites × 3 zones × 3 assets. The limit executes one prepared statement',
  mercurius: true,
  service: (number) => `query Q9_${number} {
    sites(first: 10) { nodes { id name client { id legalName }
      zones(first: 3) { nodes { id name
        assets(first: 3) { nodes { id code_${number}: code type { id name } risk { level value } barcode { data } } } } } } } }`,
  postgraphile: (number) => `query Q9_${number}($company: Int!) {
    sites: allSites(first: 10, condition: { companyId: $company, deletedAt: null }) { nodes { id: uuid name
      client: clientByCompanyIdAndClientId { id: uuid legalName }
      zones: zonesByCompanyIdAndSiteId(first: 3, condition: { deletedAt: null }) { nodes { id: uuid name
        assets: assetsByCompanyIdAndZoneId(first: 3, condition: { deletedAt: null }) { nodes { id: uuid code_${number}: code
          type: assetTypeByCompanyIdAndTypeId { id: uuid name } risk: riskByRiskId { level value }
          barcode: barcodeByCompanyIdAndAssetId { data } } } } } } } }`,
  statement: {
    name: 'Q9',
    values: ({ company }) => [company],
    text: data(
      'sites',
      nodes(
        `from (select id, uuid, name, client_id from site where company_id = $1 and deleted_at is null order by id limit 10) s
         ${joinClient} cross join lateral ${ZONES} zones`,
        `json_build_object('id', s.uuid, 'name', s.name, 'client', ${client}, 'zones', zones.nodes)`,
        's.id',
      ),
    ),
  },
  variables: noVariables,
}
