import { z } from 'zod'
import { boolean, epochSeconds, type FieldType, riskLevel, text, unset, uuid } from '../fields.js'
import type { WireNames } from '../wire-path.js'
import { recordType } from '../record.js'

const metaData: FieldType = {
  schema: z.array(z.strictObject({ id: z.uuid(), label: z.string(), value: z.string() })),
}

/** Specification, Set B: Asset. */
// prettier-ignore
export const asset = recordType('Asset', 'Asset', {
  id:               [uuid,                'uuid'],
  assetTypeId:      [uuid,                'type.uuid'],
  zoneId:           [uuid,                'zone.uuid'],
  barcode:          [unset(text),         'barcode.data',      'What is scanned to find the asset.'],
  code:             [text,                'code',              'Unique in the company for ever.'],
  riskLevel:        [unset(riskLevel),    'risk.level'],
  defective:        [boolean,             'defective',         'Whether the last inspection failed.'],
  createdAt:        [epochSeconds,        'createdAt'],
  updatedAt:        [epochSeconds,        'updatedAt'],
  lastInspection:   [unset(epochSeconds), 'lastInspection'],
  nextInspection:   [unset(epochSeconds), 'nextInspection',    'When the next inspection is due.'],
  decommissionedAt: [unset(epochSeconds), 'decommissionedAt'],
  metaData:         [metaData,            'customFieldValues', 'The values of the custom fields, in the order of the type; fields without a value are left out.'],
})

/** Specification, B11. */
export const NewAssetBody = z
  .object({
    assetTypeId: z.uuid(),
    zoneId: z.uuid(),
    riskLevel: z.string().describe('Critical, High, Medium or Low, in any case.'),
    barcode: z.string().nullish().describe('Left out: one is made.'),
    code: z.string().nullish().describe('Unique in the company. Left out: one is made.'),
    metaData: z
      .array(
        z.object({
          id: z.uuid().describe('The `fieldId` of a custom field of the asset type.'),
          value: z.string(),
        }),
      )
      .nullish()
      .describe('Values of the asset type’s custom fields.'),
  })
  .meta({ id: 'NewAsset' })

/** Specification, B10: what is left out stays as it is. */
export const AssetChangeBody = z
  .object({
    id: z.uuid(),
    assetTypeId: z.uuid().optional(),
    code: z.string().optional(),
    riskLevel: z.string().nullish().describe('In any case; null: that of the asset type.'),
    zoneId: z.uuid().optional(),
  })
  .meta({ id: 'AssetChange' })

export const assetNames: WireNames = { typeId: 'assetTypeId' }
