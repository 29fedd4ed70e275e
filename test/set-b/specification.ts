import { readFileSync } from 'node:fs'

/** The rows of a table that was transcribed from the specification; an empty cell is an empty text. */
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
  /** The table of the body; empty where there is none. */
  readonly body: string
  /** The table of the record that is answered. */
  readonly record: string
  /** Whether a page of such records is answered. */
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
