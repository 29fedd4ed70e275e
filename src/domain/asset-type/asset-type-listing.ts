import { contains, isWithin, isOneOf } from '../listing/conditions.js'
import type { AnyListing, FilterOf } from '../listing/listing.js'
import { hasRelated, refersTo } from '../listing/references.js'
import { hasRisk } from '../risk/risk.js'

export type AssetTypeFilter = FilterOf<typeof assetTypeListing>

export const assetTypeListing = {
  model: 'AssetType',
  filters: {
    ids: refersTo('id', 'AssetType'),
    shortCodes: (codes: readonly string[]) => isOneOf('AssetType', 'shortCode', 'text', codes),
    search: contains('name'),
    riskLevels: hasRisk('AssetType'),
    checklistIds: refersTo('checklistId', 'Checklist'),
    zoneTypeIds: hasRelated('AssetType', 'zoneTypeAssetTypes', refersTo('zoneTypeId', 'ZoneType')),
    createdAt: isWithin('createdAt'),
    updatedAt: isWithin('updatedAt'),
  },
  orders: {
    id: 'int',
    name: 'text',
    shortCode: 'text',
    riskId: 'int | null',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
} satisfies AnyListing
