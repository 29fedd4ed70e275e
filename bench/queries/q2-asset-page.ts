import {
  barcode,
  client,
  data,
  joinAsset,
  joinClient,
  joinPlace,
  nodes,
  risk,
  type,
} from './fragments.js'
import type { GraphQLQuery, Sql, Variables } from './query.js'

export const Q2: GraphQLQuery = {
  title: '40 assets of a zone, with zone → site → client, type, risk, barcode',
  mercurius: true,
  service: `query Q2($zone: ID!) {
    assets(first: 40, filter: { zoneIds: [$zone] }) { nodes { id code defective nextInspectionDueAt
      type { id name } risk { level value } barcode { data }
      zone { id name site { id name client { id legalName } } } } } }`,
  postgraphile: `query Q2($company: Int!, $zoneId: Int!) {
    assets: allAssets(first: 40, condition: { companyId: $company, zoneId: $zoneId, deletedAt: null }) { nodes {
      id: uuid code defective nextInspectionDueAt: nextInspection
      type: assetTypeByCompanyIdAndTypeId { id: uuid name } risk: riskByRiskId { level value }
      barcode: barcodeByCompanyIdAndAssetId { data }
      zone: zoneByCompanyIdAndZoneId { id: uuid name site: siteByCompanyIdAndSiteId { id: uuid name
        client: clientByCompanyIdAndClientId { id: uuid legalName } } } } } }`,
  statement: {
    name: 'Q2',
    values: ({ company, zoneId }) => [company, zoneId],
    text: data(
      'assets',
      nodes(
        `from (select * from asset where company_id = $1 and zone_id = $2 and deleted_at is null order by id limit 40) a
         ${joinAsset} ${joinPlace} ${joinClient}`,
        `json_build_object('id', a.uuid, 'code', a.code, 'defective', a.defective, 'nextInspectionDueAt', a.next_inspection,
           'type', ${type}, 'risk', ${risk}, 'barcode', ${barcode},
           'zone', json_build_object('id', z.uuid, 'name', z.name,
             'site', json_build_object('id', s.uuid, 'name', s.name, 'client', ${client})))`,
        'a.id',
      ),
    ),
  },
  variables: largestZones,
}

/** The twenty zones with the most assets. */
export function largestZones(sql: Sql, company: number): Promise<Variables[]> {
  return sql(
    `select z.uuid as zone, z.id as "zoneId" from zone z
     where z.company_id = $1 and z.deleted_at is null
     order by (select count(*) from asset a where a.company_id = $1 and a.zone_id = z.id) desc, z.id limit 20`,
    [company],
  )
}
