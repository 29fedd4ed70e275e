import type { Condition } from '../../db/read/page.js'
import type { RecordKey } from '../domain.js'
import { contains, isWithin } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { isAmong, refersTo } from '../listing/references.js'
import { hasRisk } from '../risk/risk.js'

export type AssetTypeFilter = FilterOf<typeof assetTypeListing>

export const assetTypeListing = {
  model: 'AssetType',
  filters: {
    search: contains('name'),
    riskLevels: hasRisk('AssetType'),
    checklistIds: refersTo('checklistId', 'Checklist'),
    zoneTypeIds:
      (keys: readonly RecordKey[]): Condition =>
      (scope) =>
        `${scope.column('id')} in (select x.asset_type_id from zone_type_asset_type x
        where x.company_id = ${scope.company} and x.zone_type_id ${isAmong(scope, 'ZoneType', keys)})`,
    createdAt: isWithin('createdAt'),
  },
  orders: {
    id: 'int',
    name: 'text',
    shortCode: 'text',
    riskId: 'int | null',
    createdAt: 'timestamptz',
  },
} satisfies AnyListing
