import { validate as isUuid, v7 as newUuid } from 'uuid'
import type { CustomField } from '../asset/custom-field-values.js'
import type { ValidationErrors } from '../validation-errors.js'

export interface CustomFieldInput {
  /** The UUID under which assets store the field's value. Absent: a new field. */
  readonly fieldId?: string | null | undefined
  readonly label: string
  /** The value of a new asset whose input has none. */
  readonly default?: string | null | undefined
  readonly placeholder?: string | null | undefined
  readonly required?: boolean | null | undefined
  /** The allowed values; absent: any. */
  readonly options?: readonly string[] | null | undefined
}

const MAX_FIELDS = 100

/** Checks the custom fields of an asset type, in display order. Ids and labels must be unique in the type. */
export function checkCustomFields(errors: ValidationErrors, inputs: readonly CustomFieldInput[]) {
  if (inputs.length > MAX_FIELDS) {
    errors.add('TOO_LONG', 'customFields', `At most ${MAX_FIELDS} fields are allowed.`)
  }
  const fields = inputs.map((input, index) => checkCustomField(errors, input, index))
  const labels = inputs.map(({ label }) => label.trim().toLowerCase())
  fields.forEach(({ fieldId }, index) => {
    if (labels.indexOf(labels[index] ?? '') < index) {
      errors.add('TAKEN', ['customFields', index, 'label'], 'Another field has this label.')
    }
    if (fields.findIndex((field) => field.fieldId === fieldId) < index) {
      errors.add('TAKEN', ['customFields', index, 'fieldId'], 'Another field has this id.')
    }
  })
  return fields
}

function checkCustomField(errors: ValidationErrors, input: CustomFieldInput, index: number) {
  const path = (name: string) => ['customFields', index, name]
  const fieldId = input.fieldId?.toLowerCase() ?? newUuid()
  if (!isUuid(fieldId)) errors.add('INVALID', path('fieldId'), 'A UUID is expected.')
  const options = checkOptions(errors, input.options ?? [], index)
  const defaultValue = errors.optionalLines(path('default'), input.default, 1000) ?? ''
  if (defaultValue !== '' && options.length > 0 && !options.includes(defaultValue)) {
    errors.add('INVALID', path('default'), `One of ${options.join(', ')} is expected.`)
  }
  return {
    fieldId,
    label: errors.text(path('label'), input.label),
    default: defaultValue,
    placeholder: errors.optionalText(path('placeholder'), input.placeholder) ?? '',
    isRequired: input.required ?? false,
    options,
  } satisfies CustomField
}

function checkOptions(errors: ValidationErrors, inputs: readonly string[], index: number) {
  const path = (at: number) => ['customFields', index, 'options', at]
  const options = inputs.map((option, at) => errors.text(path(at), option))
  options.forEach((option, at) => {
    if (options.indexOf(option) < at) errors.add('TAKEN', path(at), 'This option is listed twice.')
  })
  return options
}
