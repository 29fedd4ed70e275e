import { z } from 'zod'
import type { CustomField } from '../../domain/asset/custom-field-values.js'
import { type FieldType, riskLevel, text, unset, uuid } from '../fields.js'
import { recordType } from '../record.js'

const customFields: FieldType = {
  schema: z.array(
    z.strictObject({
      fieldId: z.uuid().describe('The `id` of the value in an asset’s `metaData`.'),
      label: z.string(),
      default: z.string().describe('Taken where an asset gives no value; empty means none.'),
      placeholder: z.string(),
      isRequired: z.boolean(),
      options: z.array(z.string()).describe('The values to choose from; none means any text.'),
    }),
  ),
  write: (fields: readonly CustomField[]) =>
    fields.map((field) => ({
      fieldId: field.fieldId,
      label: field.label,
      default: field.default,
      placeholder: field.placeholder,
      isRequired: field.isRequired,
      options: field.options,
    })),
}

/** Specification, Set B: Asset type. */
// prettier-ignore
export const assetType = recordType('AssetType', 'AssetType', {
  id:           [uuid,             'uuid'],
  name:         [text,             'name'],
  riskLevel:    [unset(riskLevel), 'risk.level',   'The risk of assets that do not say otherwise.'],
  customFields: [customFields,     'customFields', 'What is recorded about every asset of the type, in display order.'],
})
