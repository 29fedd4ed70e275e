import { registerEnumType } from 'type-graphql'

/**
 * Registers a GraphQL enum. The keys of `descriptions` are the domain's values; `nameOf` returns their
 * names in GraphQL, by default in constant case.
 */
export function enumType<Value extends string>(
  name: string,
  description: string,
  descriptions: Readonly<Record<Value, string>>,
  nameOf: (value: string) => string = constantCase,
): Readonly<Record<string, string>> {
  const values = Object.entries<string>(descriptions)
  const type = Object.fromEntries(values.map(([value]) => [nameOf(value), value]))
  registerEnumType(type, {
    name,
    description,
    valuesConfig: Object.fromEntries(
      values.map(([value, text]) => [nameOf(value), { description: text }]),
    ),
  })
  return type
}

/** `legalName` is `LEGAL_NAME`, `in_progress` is `IN_PROGRESS`. */
export const constantCase = (value: string): string =>
  value.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
