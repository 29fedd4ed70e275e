import { readFileSync } from 'node:fs'

/** The rows of a table of the specification; an empty cell is an empty text. */
export function table(name: string): string[][] {
  const file = new URL(`specification/${name}.csv`, import.meta.url)
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

export interface SpecifiedOperation {
  readonly number: string
  readonly name: string
  readonly methods: readonly string[]
  readonly path: string
  readonly status: number
  /** The table of the body; empty without one. */
  readonly body: string
  /** The table of the record in the response. */
  readonly record: string
  /** Whether the response is a page of such records. */
  readonly paged: boolean
}

/** All operations of the set, by the specification. */
export const specified: readonly SpecifiedOperation[] = table('operations').map(
  ([number = '', name = '', methods = '', path = '', status, body = '', answer = '']) => ({
    number,
    name,
    methods: methods.split(' '),
    path,
    status: Number(status),
    body,
    record: answer.replace('page of ', ''),
    paged: answer.startsWith('page of '),
  }),
)
