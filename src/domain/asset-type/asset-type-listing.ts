import type { RecordKey } from '../domain.js'
import {
  contains,
  type DateTimeRange,
  hasRisk,
  isAmong,
  isWithin,
  refersTo,
} from '../listing/conditions.js'
import type { Listing } from '../listing/listing.js'
import type { RiskLevel } from '../risk/risk.js'

export interface AssetTypeFilter {
  readonly search: string
  readonly riskLevels: readonly RiskLevel[]
  readonly checklistIds: readonly RecordKey[]
  readonly zoneTypeIds: readonly RecordKey[]
  readonly createdAt: DateTimeRange
}

export const assetTypeListing: Listing<AssetTypeFilter> = {
  model: 'AssetType',
  filters: {
    search: contains('name'),
    riskLevels: hasRisk(),
    checklistIds: refersTo('checklistId', 'Checklist'),
    zoneTypeIds: (keys) => (scope) =>
      `${scope.column('id')} in (select x.asset_type_id from zone_type_asset_type x
        where x.company_id = ${scope.company} and x.zone_type_id ${isAmong(scope, 'ZoneType', keys)})`,
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: { type: 'int' },
    name: { type: 'text' },
    shortCode: { type: 'text' },
    riskId: { type: 'int', nullable: true },
    createdAt: { type: 'timestamptz' },
  },
}
