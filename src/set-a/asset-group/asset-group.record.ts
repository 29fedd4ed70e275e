import { list, nullable } from '../../http/field-type.js'
import { type Fields, inlineRecord, recordType } from '../../http/record.js'
import { assetType } from '../asset-type/asset-type.record.js'
import { integer, nullableInteger, nullableTimestamp, text, timestamp } from '../field-types.js'
import { risk, riskInList } from '../risk/risk.record.js'

/** The columns of a zone type, which Set A calls an asset group. */
// prettier-ignore
export const zoneTypeFields: Fields<'ZoneType'> = {
  id:          [integer,           'id'],
  description: [text,              'description'],
  created_at:  [timestamp,         'createdAt'],
  updated_at:  [timestamp,         'updatedAt'],
  risk_id:     [nullableInteger,   'riskId'],
  company_id:  [integer,           'companyId'],
  deleted_at:  [nullableTimestamp, 'deletedAt'],
}

const pivot = inlineRecord('AssetType', {
  zone_type_id: [integer, 'parent.id'],
  asset_type_id: [integer, 'id'],
})

const assetTypeOfGroup = recordType('AssetTypeOfGroup', 'AssetType', {
  ...assetType.fields,
  pivot: [pivot, 'self'],
})

/** Set A, one of the two REST APIs: asset group. */
// prettier-ignore
export const assetGroup = recordType('AssetGroup', 'ZoneType', {
  ...zoneTypeFields,
  zones_count:       [integer,                'zonesCount'],
  asset_types_count: [integer,                'assetTypesCount'],
  risk:              [nullable(riskInList),   'risk'],
  asset_types:       [list(assetTypeOfGroup), 'assetTypes'],
})

/** Set A, one of the two REST APIs: zone, field `type`. */
export const assetGroupOfZone = recordType('AssetGroupOfZone', 'ZoneType', {
  ...zoneTypeFields,
  risk: [nullable(risk), 'risk'],
})
