import { DomainError } from '../domain/errors.js'
import { describeError } from './describe-error.js'
import type { Root } from './root.js'

type Value = string | number | boolean | Date | null
export interface Fields {
  readonly [name: string]: Value | Fields
}
/** What a command prints: the fields of a record, or a table of records. */
export type Output = Fields | readonly Fields[]

/** Prints the result of a command: as JSON, or as lines for people. */
export function print(output: Output, root: Root): void {
  const { json } = root.opts()
  if (json) console.log(JSON.stringify(output, null, 2))
  else console.log(Array.isArray(output) ? table(output) : lines(flatten(output as Fields)))
  const hasSecret = !Array.isArray(output) && 'secret' in output
  if (hasSecret) console.error('Store the secret now: it cannot be shown again.')
}

/** Prints an error: as JSON, or as a message with one line for each invalid field. */
export function printError(error: Error, root: Root): void {
  const { code, message, errors } =
    error instanceof DomainError
      ? error
      : { code: 'FAILED', message: describeError(error), errors: [] }
  const fields = errors.map(({ path, code, message }) => ({ field: path.join('.'), code, message }))
  if (root.opts().json) {
    console.error(JSON.stringify({ error: { code, message, errors: fields } }, null, 2))
    return
  }
  const texts = fields.map((each) => `${each.field}: ${each.message}`)
  console.error(texts.length > 0 ? texts.join('\n') : message)
}

type Row = [name: string, text: string][]

const flatten = (fields: Fields, prefix = ''): Row =>
  Object.entries(fields).flatMap(([name, value]) =>
    isFields(value)
      ? flatten(value, `${prefix}${name}.`)
      : [[prefix + name, textOf(value)] satisfies Row[number]],
  )

const isFields = (value: Value | Fields): value is Fields =>
  typeof value === 'object' && value !== null && !(value instanceof Date)

const textOf = (value: Value) =>
  value instanceof Date ? value.toISOString() : String(value ?? '-')

function lines(row: Row): string {
  const width = Math.max(...row.map(([name]) => name.length))
  return row.map(([name, text]) => `${name.padEnd(width)}  ${text}`).join('\n')
}

/** Aligned columns below a header line. */
function table(records: readonly Fields[]): string {
  const rows = records.map((record) => flatten(record))
  const [first] = rows
  if (!first) return 'none'
  const cells = [first.map(([name]) => name), ...rows.map((row) => row.map(([, text]) => text))]
  const widths = first.map((_, column) =>
    Math.max(...cells.map((line) => line[column]?.length ?? 0)),
  )
  return cells
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
