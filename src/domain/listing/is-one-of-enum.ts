import type { Condition } from '../../db/read/page.js'

/**
 * The column of an enum type has one of some values. They are constants in the statement's text: PostgreSQL uses a
 * partial index only if the text implies the index's condition, and a parameter could have any value.
 */
export const isOneOfEnum =
  (field: string, type: string, all: Readonly<Record<string, string>>) =>
  (values: readonly string[]): Condition =>
  ({ column }) => {
    // Taken from the enum's own values: each set of values has one text, and nothing that a client sends is in it.
    const constants = Object.values(all).filter((value) => values.includes(value))
    if (constants.length === 0) return 'false'
    const list = constants.map((value) => `'${value}'::${type}`).join(', ')
    return constants.length === 1 ? `${column(field)} = ${list}` : `${column(field)} in (${list})`
  }
