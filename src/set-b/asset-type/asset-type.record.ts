import { z } from 'zod'
import type { CustomField } from '../../domain/asset/custom-field-values.js'
import { fieldType, json, list, nullable } from '../../http/field-type.js'
import { jsonObject, recordType } from '../../http/record.js'
import { boolean, riskLevel, text, uuid } from '../field-types.js'

const options = fieldType<readonly string[]>(z.array(z.string()))

// prettier-ignore
const customField = jsonObject<CustomField>({
  fieldId:     [uuid,    'fieldId',     'The `id` of the value in an asset’s `metaData`.'],
  label:       [text,    'label'],
  default:     [text,    'default',     'What a form proposes for a new asset; empty if there is no default. It is stored only if a client sends it.'],
  placeholder: [text,    'placeholder'],
  isRequired:  [boolean, 'isRequired'],
  options:     [options, 'options',     'The values to choose from; empty if the field is not a choice.'],
})

/** Set B, one of the two REST APIs: asset type. */
// prettier-ignore
export const assetType = recordType('AssetType', 'AssetType', {
  id:           [uuid,                    'uuid'],
  name:         [text,                    'name'],
  riskLevel:    [nullable(riskLevel),     'risk.level',   'The risk level of an asset that is created without one.'],
  customFields: [json(list(customField)), 'customFields', 'The custom fields of assets of the type, in display order.'],
})
