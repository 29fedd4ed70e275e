import { customFieldValues } from './fragments.js'
import type { GraphQLQuery } from './query.js'

/** Two alternating risk levels. Neither is critical, because Q7 reads critical assets. */
const LEVELS = [
  { level: 'HIGH', riskId: 2 },
  { level: 'LOW', riskId: 4 },
]

export const M3: GraphQLQuery = {
  title:
    'updateAsset, with type, zone → site → client, custom fields and three inspections in the payload',
  service: `mutation M3($asset: ID!, $level: RiskLevel!) {
    updateAsset(input: { id: $asset, riskLevel: $level }) { userErrors { code } asset { id code
      risk { level } type { name } zone { name site { name client { legalName } } } customFieldValues { label value }
      inspections(first: 3) { nodes { outcome inspectedAt } } } } }`,
  postgraphile: `mutation M3($asset: UUID!, $riskId: Int!, $now: Datetime!) {
    updateAsset: updateAssetByUuid(input: { uuid: $asset, assetPatch: { riskId: $riskId, updatedAt: $now } }) { asset { id: uuid code
      risk: riskByRiskId { level } type: assetTypeByCompanyIdAndTypeId { name }
      zone: zoneByCompanyIdAndZoneId { name site: siteByCompanyIdAndSiteId { name client: clientByCompanyIdAndClientId { legalName } } }
      customFieldValues { label value }
      inspections: inspectionsByCompanyIdAndAssetId(first: 3) { nodes { outcome inspectedAt } } } } }`,
  statement: {
    name: 'M3',
    values: ({ company, asset, riskId, now }) => [company, asset, riskId, now],
    text: `
with a as (
  update asset set risk_id = $3, updated_at = $4
  where company_id = $1 and uuid = $2 and deleted_at is null returning *
)
select json_build_object('data', json_build_object('updateAsset', json_build_object('userErrors', json_build_array(),
  'asset', json_build_object('id', a.uuid, 'code', a.code, 'risk', json_build_object('level', upper(r.level)),
    'type', json_build_object('name', t.name),
    'zone', json_build_object('name', z.name, 'site', json_build_object('name', s.name,
      'client', json_build_object('legalName', c.legal_name))),
    'customFieldValues', ${customFieldValues},
    'inspections', (
      select json_build_object('nodes', coalesce(
        json_agg(json_build_object('outcome', upper(i.outcome::text), 'inspectedAt', i.inspected_at) order by i.id), '[]'))
      from (select * from inspection where company_id = $1 and asset_id = a.id order by id limit 3) i)))))::text
from a
join risk r on r.id = a.risk_id
join asset_type t on t.company_id = $1 and t.id = a.type_id
join zone z on z.company_id = $1 and z.id = a.zone_id
join site s on s.company_id = $1 and s.id = z.site_id
join client c on c.company_id = $1 and c.id = s.client_id`,
  },
  variables: async (sql, company) => {
    const assets = await sql<SavedAsset>(ASSETS, [company])
    const now = new Date().toISOString()
    return LEVELS.flatMap((level) => assets.map(({ asset }) => ({ asset, now, ...level })))
  },
  save: async (sql, company) => {
    const assets = await sql<SavedAsset>(ASSETS, [company])
    return async () => {
      for (const { asset, riskId, updated } of assets) {
        const values = [asset, riskId, updated]
        await sql('update asset set risk_id = $2, updated_at = $3 where uuid = $1', values)
      }
    }
  },
}

interface SavedAsset {
  asset: string
  riskId: number | null
  updated: Date
}

/** The fifty assets with the most inspections, among those with one of the two levels. */
const ASSETS = `
  select a.uuid as asset, a.risk_id as "riskId", a.updated_at as updated from asset a
  where a.company_id = $1 and a.risk_id in (2, 4) and a.deleted_at is null and a.decommissioned_at is null
  order by (select count(*) from inspection i where i.company_id = $1 and i.asset_id = a.id) desc, a.id limit 50`
