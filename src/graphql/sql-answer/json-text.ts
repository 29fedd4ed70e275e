import type { Statement } from '../../db/read/statement.js'
import type { Viewer } from '../../domain/domain.js'

/** What an answer is written for. */
export interface Asking {
  readonly statement: Statement
  readonly viewer: Viewer
  readonly variables: Readonly<Record<string, unknown>>
  /** SQL for the cursor of a connection's record, inside of its page. */
  readonly cursor?: string
}

/** A piece of JSON: as it stands, or as SQL that yields it and is never null. */
export type Piece = string | ((asking: Asking) => string)

/** How many arguments PostgreSQL takes, less some. */
const MOST_ARGUMENTS = 90

/** SQL for all pieces, one after the other. */
export function textOf(pieces: readonly Piece[], asking: Asking): string {
  const parts: string[] = []
  let literal = ''
  const flush = () => {
    if (literal !== '') parts.push(`'${literal.replaceAll("'", "''")}'`)
    literal = ''
  }
  for (const piece of pieces) {
    if (typeof piece === 'string') literal += piece
    else {
      flush()
      parts.push(piece(asking))
    }
  }
  flush()
  return concatenated(parts)
}

function concatenated(parts: readonly string[]): string {
  if (parts.length <= MOST_ARGUMENTS) return `concat(${parts.join(', ')})`
  const groups: string[] = []
  for (let start = 0; start < parts.length; start += MOST_ARGUMENTS) {
    groups.push(concatenated(parts.slice(start, start + MOST_ARGUMENTS)))
  }
  return concatenated(groups)
}

/** The pieces of an object from those of its properties. */
export function objectOf(properties: readonly (readonly [key: string, value: readonly Piece[]])[]) {
  const pieces = properties.flatMap(([key, value], index): Piece[] => [
    `${index === 0 ? '' : ','}${JSON.stringify(key)}:`,
    ...value,
  ])
  return ['{', ...pieces, '}']
}
