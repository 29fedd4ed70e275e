import { ScriptError } from '../command/script-error.js'
import type { Columns } from './row.js'

/** The name of a column as the command knows it. */
export const columnNamed = (name: string, { aliases }: Columns): string => aliases[name] ?? name

export const isKnown = (name: string, { names, prefix, ignored }: Columns): boolean =>
  names.includes(name) ||
  ignored.includes(name) ||
  (prefix !== undefined && name.startsWith(prefix))

/** Throws if the columns of a file are not those of its records. */
export function checkHeader(path: string, header: readonly string[], columns: Columns): void {
  const { names, prefix, required, keys } = columns
  const allowed = [...names, ...(prefix === undefined ? [] : [`${prefix}…`])].join(', ')
  const has = (any: readonly string[]) => any.some((name) => header.includes(name))
  const missing = required.filter((any) => !has(any))
  const hasKey = keys.some((key) => key.every(has))
  const messages = [
    ...header
      .filter((name) => !isKnown(name, columns))
      .map((name) => `The column "${name}" is unknown. Columns: ${allowed}.`),
    ...header
      .filter((name, index) => header.indexOf(name) < index)
      .map((name) => `The column "${name}" occurs twice.`),
    ...(hasKey ? [] : missing.map((any) => `The column ${any.join(' or ')} is missing.`)),
    ...(hasKey || required.length > 0
      ? []
      : [`The columns of a key are missing: ${keys.map(textOf).join('; ')}.`]),
  ]
  if (messages.length === 0) return
  throw new ScriptError(messages.map((each) => `${path}: ${each}`).join('\n'))
}

const textOf = (key: readonly (readonly string[])[]) =>
  key.map((any) => any.join(' or ')).join(' and ')
