import { allows, checkValue, type CustomFieldKind } from '../asset-type/custom-field-kind.js'
import type { ValidationErrors } from '../validation-errors.js'

/**
 * A custom field of an asset type in the column `custom_fields`. A type alias, because Prisma's JSON type rejects
 * interfaces.
 */
export type CustomField = {
  /** UUID. */
  readonly fieldId: string
  readonly label: string
  readonly kind: CustomFieldKind
  /** The unit of a number. */
  readonly unit?: string | null
  /** The smallest and the largest allowed number. */
  readonly minimum?: number | null
  readonly maximum?: number | null
  /** What a form proposes for a new asset; empty: nothing. */
  readonly default: string
  readonly placeholder: string
  readonly isRequired: boolean
  /** The allowed values of a choice; empty for other kinds. */
  readonly options: readonly string[]
}

export interface CustomFieldValue {
  /** The field's UUID. */
  readonly fieldId: string
  /** Null, blank or absent clears the value. */
  readonly value?: string | null | undefined
}

/** The values in the column `meta_data`, by field UUID. */
type Values = Readonly<Record<string, string>>

export const fieldsOf = (type: { readonly customFields: unknown }) =>
  type.customFields as readonly CustomField[]

/** Two labels are the same if they differ only in case. */
const isSameLabel = (one: CustomField, other: CustomField) =>
  one.label.toLowerCase() === other.label.toLowerCase()

/**
 * The values of an asset whose type changes. It keeps the value of a field if the new type has a field with the same
 * label, kind and unit that allows the value. `lost` has the labels of all others, except for those to which the input
 * gives a new value.
 */
export function carriedOver(
  values: Values,
  oldFields: readonly CustomField[],
  newFields: readonly CustomField[],
  input: readonly CustomFieldValue[],
) {
  const given = new Set(input.map(({ fieldId }) => fieldId.toLowerCase()))
  const kept: Record<string, string> = {}
  const lost: string[] = []
  for (const field of oldFields) {
    const value = values[field.fieldId]
    if (value === undefined) continue
    const next = newFields.find((each) => isSameLabel(each, field))
    const isSame = next?.kind === field.kind && (next.unit ?? null) === (field.unit ?? null)
    if (next && isSame && allows(next, value)) kept[next.fieldId] = value
    else if (!next || !given.has(next.fieldId)) lost.push(field.label)
  }
  return { kept, lost }
}

/**
 * Merges the values of an input into the asset's old values. Rejects an unknown field, a second value for a field, a
 * value that the field does not allow, and a required field without a value. Old values of fields that the type no longer
 * has stay: they are shown again if it gets the field back.
 */
export function checkCustomFieldValues(
  errors: ValidationErrors,
  fields: readonly CustomField[],
  input: readonly CustomFieldValue[],
  oldValues: Values,
): Record<string, string> {
  const fieldById = new Map(fields.map((field) => [field.fieldId, field]))
  const values = new Map(Object.entries(oldValues))
  const ids = input.map(({ fieldId }) => fieldId.toLowerCase())
  input.forEach(({ value }, index) => {
    const path = (name: string) => ['customFieldValues', index, name]
    const field = fieldById.get(ids[index] ?? '')
    if (!field) {
      errors.add('NOT_FOUND', path('fieldId'), 'The asset type has no such field.')
      return
    }
    if (ids.indexOf(field.fieldId) < index) {
      errors.add('INVALID', path('fieldId'), 'An earlier value is for the same field.')
    }
    const text = errors.optionalLines(path('value'), value ?? null, 1000)
    if (text === null) values.delete(field.fieldId)
    else values.set(field.fieldId, checkValue(errors, path('value'), field, text))
  })
  for (const { fieldId, label, isRequired } of fields) {
    if (!isRequired || values.has(fieldId)) continue
    const index = ids.lastIndexOf(fieldId)
    const path = index === -1 ? ['customFieldValues'] : ['customFieldValues', index, 'value']
    errors.add('REQUIRED', path, `The field ${label} is required.`)
  }
  return Object.fromEntries(values)
}
