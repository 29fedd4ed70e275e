import { json, list, nullable } from '../../http/field-type.js'
import { jsonObject, recordType } from '../../http/record.js'
import { boolean, epochSeconds, riskLevel, text, uuid } from '../field-types.js'

interface CustomFieldValue {
  readonly fieldId: string
  readonly label: string
  readonly value: string
}

const metaData = json(
  list(
    jsonObject<CustomFieldValue>({
      id: [uuid, 'fieldId'],
      label: [text, 'label'],
      value: [text, 'value'],
    }),
  ),
)

/** An asset as Set B, one of the two REST APIs, returns it. */
// prettier-ignore
export const asset = recordType('Asset', 'Asset', {
  id:               [uuid,                   'uuid'],
  assetTypeId:      [uuid,                   'type.uuid'],
  zoneId:           [uuid,                   'zone.uuid'],
  barcode:          [nullable(text),         'barcode.data',      'The text of the barcode on the asset.'],
  code:             [text,                   'code',              'Unique in the company; a code is never used again.'],
  riskLevel:        [nullable(riskLevel),    'risk.level'],
  defective:        [boolean,                'defective',         'Whether the last inspection failed.'],
  createdAt:        [epochSeconds,           'createdAt'],
  updatedAt:        [epochSeconds,           'updatedAt'],
  lastInspection:   [nullable(epochSeconds), 'lastInspection'],
  nextInspection:   [nullable(epochSeconds), 'nextInspection',    'When the next inspection is due; null if the type has no interval.'],
  decommissionedAt: [nullable(epochSeconds), 'decommissionedAt'],
  metaData:         [metaData,               'customFieldValues', 'The values of the custom fields, in the order of the asset type; fields without a value are left out.'],
})
