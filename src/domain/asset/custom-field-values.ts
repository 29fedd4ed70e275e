import type { ValidationErrors } from '../validation-errors.js'

/** A field that assets of a type have. */
export interface CustomField {
  /** UUID. */
  readonly fieldId: string
  readonly label: string
  /** Taken where an asset gives no value; empty means none. */
  readonly default: string
  readonly placeholder: string
  readonly isRequired: boolean
  /** The values to choose from; empty means any. */
  readonly options: readonly string[]
}

export interface CustomFieldValue {
  /** The field's UUID. */
  readonly id: string
  /** Null, blank or absent clears the value. */
  readonly value?: string | null | undefined
}

/** The values that fields have where nothing is said of them. */
export const defaultsOf = (fields: readonly CustomField[]): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(({ default: standIn }) => standIn !== '')
      .map(({ fieldId, default: standIn }) => [fieldId, standIn]),
  )

/**
 * What an asset has when its type changes: the values that it had, where the new type has the field and they are among
 * its options, and the defaults of fields that it did not have.
 */
export function carriedOver(
  values: Readonly<Record<string, string>>,
  before: readonly CustomField[],
  fields: readonly CustomField[],
): Record<string, string> {
  const had = new Set(before.map(({ fieldId }) => fieldId))
  const kept = fields.flatMap(({ fieldId, options }) => {
    const value = values[fieldId]
    const fits = value !== undefined && (options.length === 0 || options.includes(value))
    return fits ? [[fieldId, value] as const] : []
  })
  return {
    ...defaultsOf(fields.filter(({ fieldId }) => !had.has(fieldId))),
    ...Object.fromEntries(kept),
  }
}

/**
 * The values that an asset of a type ends up with: those that it `had`, overlaid with `given`. Only fields of the type
 * may be given, and a required field must end up with a value.
 */
export function checkCustomFieldValues(
  errors: ValidationErrors,
  fields: readonly CustomField[],
  given: readonly CustomFieldValue[],
  had: Readonly<Record<string, string>>,
): Record<string, string> {
  const known = new Map(fields.map((field) => [field.fieldId, field]))
  const values = new Map<string, string>()
  for (const { fieldId } of fields) {
    const value = had[fieldId]
    if (value !== undefined) values.set(fieldId, value)
  }

  given.forEach(({ id, value }, index) => {
    const field = known.get(id.toLowerCase())
    if (!field) {
      errors.add('NOT_FOUND', ['metaData', index, 'id'], 'The asset type has no such field.')
      return
    }
    const path = ['metaData', index, 'value']
    const text = errors.optionalText(path, value ?? null, 1000)
    if (text === null) {
      values.delete(field.fieldId)
      return
    }
    values.set(field.fieldId, text)
    if (field.options.length > 0 && !field.options.includes(text)) {
      errors.add('INVALID', path, `One of ${field.options.join(', ')} is expected.`)
    }
  })

  for (const { fieldId, label, isRequired } of fields) {
    if (isRequired && !values.has(fieldId)) {
      errors.add('REQUIRED', ['metaData'], `The field ${label} is required.`)
    }
  }
  return Object.fromEntries(values)
}
