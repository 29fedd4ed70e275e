/** A condition on a custom field, as the address has it: `<fieldId>:contains:foam`, `<fieldId>:between:10..14`. */
export interface CustomFieldText {
  /** Empty if none is chosen. */
  readonly fieldId: string
  readonly operator: 'contains' | 'equals' | 'between'
  /** One value, or both ends of a range. */
  readonly values: readonly string[]
}

const RANGE = '..'

export function readCustomField(text: string): CustomFieldText {
  const [fieldId = '', operator = 'contains', ...rest] = text.split(':')
  const value = rest.join(':')
  return {
    fieldId,
    operator: operator === 'equals' || operator === 'between' ? operator : 'contains',
    values: operator === 'between' ? value.split(RANGE) : [value],
  }
}

export const writeCustomField = ({ fieldId, operator, values }: CustomFieldText): string =>
  fieldId && [fieldId, operator, values.join(RANGE)].join(':')

/** The condition of the GraphQL filter; undefined while it has no value. */
export function conditionOf(text: string) {
  const { fieldId, operator, values } = readCustomField(text)
  const [first, last] = values.map((value) => value.trim() || null)
  if (!fieldId || (!first && !last)) return undefined
  if (operator === 'between') return { fieldId, between: { from: first, to: last } }
  return { fieldId, [operator]: first }
}
