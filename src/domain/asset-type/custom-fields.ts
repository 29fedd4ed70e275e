import { validate as isUuid, v7 as newUuid } from 'uuid'
import type { CustomField } from '../asset/custom-field-values.js'
import type { ValidationErrors } from '../validation-errors.js'
import { canonicalValue, checkValue, type CustomFieldKind } from './custom-field-kind.js'

export interface CustomFieldInput {
  /** The UUID under which assets store the field's value. Absent: a new field. */
  readonly fieldId?: string | null | undefined
  readonly label: string
  /** Absent: CHOICE if there are options. Otherwise the kind of the existing field, with its unit and bounds, or TEXT. */
  readonly kind?: CustomFieldKind | null | undefined
  /** For numbers. */
  readonly unit?: string | null | undefined
  /** For numbers: the bounds, both inclusive. */
  readonly minimum?: number | null | undefined
  readonly maximum?: number | null | undefined
  /** What a form proposes for a new asset. It is never stored as a value by itself. */
  readonly default?: string | null | undefined
  readonly placeholder?: string | null | undefined
  readonly required?: boolean | null | undefined
  /** For choices: the allowed values. */
  readonly options?: readonly string[] | null | undefined
}

const MAX_FIELDS = 100

type AddError = (code: 'INVALID' | 'REQUIRED', name: string, message: string) => void

/**
 * Checks the custom fields of an asset type, in display order. Ids and labels must be unique in the type. `existing` has
 * the fields that the type has now.
 */
export function checkCustomFields(
  errors: ValidationErrors,
  inputs: readonly CustomFieldInput[],
  existing: readonly CustomField[],
): CustomField[] {
  if (inputs.length > MAX_FIELDS) {
    errors.add('TOO_LONG', 'customFields', `At most ${MAX_FIELDS} fields are allowed.`)
  }
  const fields = inputs.map((input, index) => checkCustomField(errors, input, index, existing))
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

function checkCustomField(
  errors: ValidationErrors,
  input: CustomFieldInput,
  index: number,
  existing: readonly CustomField[],
): CustomField {
  const path = (name: string) => ['customFields', index, name]
  const add: AddError = (code, name, message) => {
    errors.add(code, path(name), message)
  }
  const fieldId = input.fieldId?.toLowerCase() ?? newUuid()
  if (!isUuid(fieldId)) add('INVALID', 'fieldId', 'A UUID is expected.')
  const options = checkOptions(errors, input.options ?? [], index)
  const before = existing.find((field) => field.fieldId === fieldId)
  const given = withKind(input, before)
  checkRules(add, given)
  const field = {
    fieldId,
    label: errors.text(path('label'), input.label),
    kind: given.kind,
    unit: errors.optionalText(path('unit'), given.unit, 20) ?? null,
    minimum: given.minimum ?? null,
    maximum: given.maximum ?? null,
    default: errors.optionalLines(path('default'), input.default, 1000) ?? '',
    placeholder: errors.optionalText(path('placeholder'), input.placeholder) ?? '',
    isRequired: input.required ?? false,
    options,
  }
  if (field.default === '') return field
  return { ...field, default: checkValue(errors, path('default'), field, field.default) }
}

type InputWithKind = CustomFieldInput & { readonly kind: CustomFieldKind }

/** An older client sends an existing number without kind, unit and bounds: the field keeps them. */
function withKind(input: CustomFieldInput, before: CustomField | undefined): InputWithKind {
  if (input.kind) return { ...input, kind: input.kind }
  if (input.options?.length) return { ...input, kind: 'CHOICE' }
  if (!before || before.kind === 'CHOICE') return { ...input, kind: 'TEXT' }
  const { kind } = before
  const [unit, minimum, maximum] = (['unit', 'minimum', 'maximum'] as const).map(
    (name) => input[name] ?? before[name],
  ) as [string | null, number | null, number | null]
  return { ...input, kind, unit, minimum, maximum }
}

/** Rejects what the kind of a field does not have, and bounds that no value of 15 digits can have. */
function checkRules(add: AddError, { kind, options, ...input }: InputWithKind): void {
  if (kind === 'CHOICE' && !options?.length) add('REQUIRED', 'options', 'A choice has options.')
  if (kind !== 'CHOICE' && options?.length) {
    add('INVALID', 'options', 'Only a field of the kind CHOICE has options.')
  }
  for (const name of ['unit', 'minimum', 'maximum'] as const) {
    const value = input[name] ?? null
    if (value === null) continue
    if (kind !== 'NUMBER') add('INVALID', name, `Only a field of the kind NUMBER has a ${name}.`)
    else if (name !== 'unit' && canonicalValue('NUMBER', String(value)) === undefined) {
      add('INVALID', name, 'A decimal number of at most 15 digits is expected.')
    }
  }
  if ((input.minimum ?? -Infinity) > (input.maximum ?? Infinity)) {
    add('INVALID', 'maximum', 'The maximum must not be less than the minimum.')
  }
}

function checkOptions(errors: ValidationErrors, inputs: readonly string[], index: number) {
  const path = (at: number) => ['customFields', index, 'options', at]
  const options = inputs.map((option, at) => errors.text(path(at), option))
  options.forEach((option, at) => {
    if (options.indexOf(option) < at) errors.add('TAKEN', path(at), 'This option is listed twice.')
  })
  return options
}
