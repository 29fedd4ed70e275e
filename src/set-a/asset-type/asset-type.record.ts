import { z } from 'zod'
import type { CustomField } from '../../domain/asset/custom-field-values.js'
import { fieldType, json, list, nullable } from '../../http/field-type.js'
import { jsonObject, recordType } from '../../http/record.js'
import {
  boolean,
  integer,
  nullableInteger,
  nullableTimestamp,
  text,
  timestamp,
} from '../field-types.js'

/** Set A, one of the two REST APIs: asset type, `checklist`. The specification does not list its fields. */
// prettier-ignore
const checklist = recordType('Checklist', 'Checklist', {
  id:         [integer,           'id'],
  name:       [text,              'name'],
  created_at: [timestamp,         'createdAt'],
  updated_at: [timestamp,         'updatedAt'],
  company_id: [integer,           'companyId'],
  deleted_at: [nullableTimestamp, 'deletedAt'],
})

/** Set A, one of the two REST APIs: asset type, a custom field. */
// prettier-ignore
const customField = jsonObject<CustomField>({
  label:       [text,    'label'],
  field_id:    [text,    'fieldId', 'The key in the `meta_data` of assets.'],
  is_required: [boolean, 'isRequired'],
}, 'CustomField')

export const customFields = json(list(customField))
const customFieldsText = fieldType<unknown>(z.string(), (value) =>
  JSON.stringify(customFields.serialize(value)),
)

/** Set A, one of the two REST APIs: asset type. */
// prettier-ignore
export const assetType = recordType('AssetType', 'AssetType', {
  id:                      [integer,             'id'],
  name:                    [text,                'name'],
  created_at:              [timestamp,           'createdAt'],
  updated_at:              [timestamp,           'updatedAt'],
  short_code:              [text,                'shortCode'],
  checklist_id:            [nullableInteger,     'checklistId'],
  risk_id:                 [nullableInteger,     'riskId'],
  company_id:              [integer,             'companyId'],
  deleted_at:              [nullableTimestamp,   'deletedAt'],
  custom_fields:           [customFieldsText,    'customFields', '`custom_fields_object` as JSON text.'],
  enforce_checklist_order: [boolean,             'enforceChecklistOrder'],
  custom_fields_object:    [customFields,        'customFields'],
  checklist:               [nullable(checklist), 'checklist'],
})
