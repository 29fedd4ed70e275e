import type { ValidationErrors } from '../validation-errors.js'

/**
 * A custom field of an asset type in the column `custom_fields`. A type alias, because Prisma's JSON type rejects
 * interfaces.
 */
export type CustomField = {
  /** UUID. */
  readonly fieldId: string
  readonly label: string
  /** The value of an asset whose input has none; empty: no value. */
  readonly default: string
  readonly placeholder: string
  readonly isRequired: boolean
  /** The allowed values; empty: any. */
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

export const defaultsOf = (fields: readonly CustomField[]): Values =>
  Object.fromEntries(
    fields.filter((field) => field.default !== '').map((field) => [field.fieldId, field.default]),
  )

/**
 * The values of an asset whose type changes: it keeps a value if the new type has the field and allows the value, and
 * gets the defaults of fields that the old type does not have.
 */
export function carriedOver(
  values: Values,
  oldFields: readonly CustomField[],
  newFields: readonly CustomField[],
): Values {
  const oldIds = new Set(oldFields.map(({ fieldId }) => fieldId))
  const kept = newFields.flatMap((field) => {
    const value = values[field.fieldId]
    return value !== undefined && allows(field, value) ? [[field.fieldId, value] as const] : []
  })
  return {
    ...defaultsOf(newFields.filter(({ fieldId }) => !oldIds.has(fieldId))),
    ...Object.fromEntries(kept),
  }
}

const allows = ({ options }: CustomField, value: string) =>
  options.length === 0 || options.includes(value)

/**
 * Merges the values of an input into the asset's old values and returns those of the type's fields. Rejects an unknown
 * field, a value that is not among the field's options, and a required field without a value.
 */
export function checkCustomFieldValues(
  errors: ValidationErrors,
  fields: readonly CustomField[],
  input: readonly CustomFieldValue[],
  oldValues: Values,
): Record<string, string> {
  const fieldById = new Map(fields.map((field) => [field.fieldId, field]))
  const values = new Map(Object.entries(oldValues).filter(([fieldId]) => fieldById.has(fieldId)))
  input.forEach(({ fieldId, value }, index) => {
    const field = fieldById.get(fieldId.toLowerCase())
    if (!field) {
      errors.add(
        'NOT_FOUND',
        ['customFieldValues', index, 'fieldId'],
        'The asset type has no such field.',
      )
      return
    }
    const path = ['customFieldValues', index, 'value']
    const text = errors.optionalLines(path, value ?? null, 1000)
    if (text === null) {
      values.delete(field.fieldId)
      return
    }
    values.set(field.fieldId, text)
    if (!allows(field, text)) {
      errors.add('INVALID', path, `One of ${field.options.join(', ')} is expected.`)
    }
  })
  for (const { fieldId, label, isRequired } of fields) {
    if (!isRequired || values.has(fieldId)) continue
    const index = input.findLastIndex((given) => given.fieldId.toLowerCase() === fieldId)
    const path = index === -1 ? ['customFieldValues'] : ['customFieldValues', index, 'value']
    errors.add('REQUIRED', path, `The field ${label} is required.`)
  }
  return Object.fromEntries(values)
}
