import { count, countChildren } from '../../db/read/derived.js'
import type { NounRules } from './noun-rules.js'

export const zoneType = {
  size: 'small',
  hasLargeLists: true,
  logged: { zone_type: [], zone_type_asset_type: [] },
  derived: {
    zonesCount: countChildren('zone', 'type_id'),
    assetTypesCount: count(
      'zone_type_asset_type',
      ({ column, company }) => `x.zone_type_id = ${column('id')} and exists (
        select 1 from asset_type y where y.company_id = ${company} and y.id = x.asset_type_id and y.deleted_at is null)`,
    ),
  },
  paths: { assetTypes: ['zoneTypeAssetTypes', 'assetType'] },
  graphqlNames: { riskLevel: 'risk.level', name: 'description' },
} as const satisfies NounRules
