import { z } from 'zod'
import type { CustomField as StoredField } from '../../domain/asset/custom-field-values.js'
import { record, text } from '../wire.js'

/** Set A: Asset type, each custom field. */
export const CustomField = record('CustomField', {
  label: text,
  field_id: text.describe('The key in the `meta_data` of assets.'),
  is_required: z.boolean(),
})

/** The custom fields in a row's column, which holds JSON. */
export const presentCustomFields = (column: unknown): z.output<typeof CustomField>[] =>
  (column as readonly StoredField[]).map((field) => ({
    label: field.label,
    field_id: field.fieldId,
    is_required: field.isRequired,
  }))
