import { readFileSync } from 'node:fs'

const read = (file: string) =>
  readFileSync(new URL(`specification/${file}`, import.meta.url), 'utf8')

/** The rows of a table of the specification; an empty cell is an empty text. */
export const table = (name: string): string[][] =>
  read(`${name}.csv`)
    .trim()
    .split('\n')
    .map((line) => line.split(','))

export interface SpecifiedOperation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly status: number
  /** The tables of the body and the query; empty without them. */
  readonly body: string
  readonly query: string
  /** The type of the response: a table, `array of` it or `page of` it. */
  readonly answer: string
}

/** All operations of the set, by the specification. */
export const specified: readonly SpecifiedOperation[] = table('operations').map(
  ([name = '', method = '', path = '', status, body = '', query = '', answer = '']) => ({
    name,
    method,
    path,
    status: Number(status),
    body,
    query,
    answer,
  }),
)

/** Parameters of Laravel's paginator with its output, without the records. */
export const paginatorVectors = JSON.parse(read('paginator.json')) as readonly {
  readonly in: { readonly total: number; readonly page: number | string; readonly perPage: number }
  readonly labels: string
  readonly out: Readonly<Record<string, unknown>>
}[]
