import { list, nullable } from '../../http/field-type.js'
import { inlineRecord, recordType } from '../../http/record.js'
import { zoneTypeFields } from '../asset-group/asset-group.record.js'
import { integer } from '../field-types.js'
import { risk } from '../risk/risk.record.js'
import { assetType } from './asset-type.record.js'

const pivot = inlineRecord('ZoneType', {
  zone_type_id: [integer, 'id'],
  asset_type_id: [integer, 'parent.id'],
})

/** Set A, one of the two REST APIs: asset type, an item of `zone_types`. The specification does not list its fields. */
const zoneTypeOfAssetType = recordType('ZoneTypeOfAssetType', 'ZoneType', {
  ...zoneTypeFields,
  pivot: [pivot, 'self'],
})

/** Set A, one of the two REST APIs: asset type, list form. */
// prettier-ignore
export const assetTypeInList = recordType('AssetTypeInList', 'AssetType', {
  ...assetType.fields,
  risk:       [nullable(risk),            'risk'],
  zone_types: [list(zoneTypeOfAssetType), 'zoneTypes'],
})
