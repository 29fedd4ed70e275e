import { isDeepStrictEqual } from 'node:util'
import { ScriptError } from '../../command/script-error.js'
import type { Field } from './field.js'
import type { RowInput } from './row-input.js'

interface ValueOptions {
  /** The column of `export`, by default that of the input. */
  readonly exported?: string
  /** Reads a text. Throws a `ScriptError` if it is not valid. By default, the value is the text. */
  readonly read?: (text: string) => unknown
  /** The column counts only for new records. */
  readonly newOnly?: boolean
  /** Why the value of a record cannot be changed. */
  readonly fixed?: string
}

/** A value that one column has. */
export function value(input: string, options: ValueOptions = {}): Field {
  const { exported = input, newOnly = false, fixed } = options
  const read = options.read ?? ((text: string) => text)
  const write = (row: RowInput) => {
    const text = row.changed(input)
    if (text === undefined || (newOnly && row.current)) return
    try {
      const now = row.current?.get(input)
      const next = read(text)
      if (now !== undefined && isDeepStrictEqual(read(now), next)) return
      if (row.current && fixed !== undefined) row.fail(input, fixed)
      else row.set(input, next, input)
    } catch (error) {
      if (!(error instanceof ScriptError)) throw error
      row.fail(input, error.message)
    }
  }
  return { input, columns: { [input]: exported }, prepare: async () => write }
}

export function integer(text: string): number {
  if (!/^-?\d{1,10}$/.test(text)) throw new ScriptError(`"${text}" is not a whole number.`)
  return Number(text)
}

/** Whether a number is an `Int` of GraphQL. */
export const isInt = (number: number): boolean =>
  Number.isInteger(number) && Math.abs(number) < 2 ** 31

export function yesOrNo(text: string): boolean {
  const word = text.toLowerCase()
  if (!['yes', 'no', 'true', 'false'].includes(word)) throw new ScriptError('Write yes or no.')
  return word === 'yes' || word === 'true'
}

/** A value of an enum, in upper or lower case. */
export const oneOf =
  (values: Readonly<Record<string, string>>) =>
  (text: string): string => {
    const all = Object.values(values)
    const found = all.find((each) => each === text.toUpperCase())
    if (found === undefined) throw new ScriptError(`"${text}" is not one of ${all.join(', ')}.`)
    return found
  }

/** An instant in the form in which the service writes it. The service refuses what is not an instant. */
export function instant(text: string): string {
  const time = /^\d{4}-.*(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}

/** A local time, such as `2027-01-04T10:00`. A cell of a spreadsheet has seconds and `Z` in addition. */
export const localTime = (text: string): string =>
  text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):00(\.000)?Z?$/, '$1')

/** A JSON list of objects. */
export function objects(text: string): Record<string, unknown>[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((each) => typeof each === 'object' && each !== null)) {
      return list as Record<string, unknown>[]
    }
  } catch {
    // The message below.
  }
  throw new ScriptError('A JSON list of objects is expected.')
}
