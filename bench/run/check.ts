import type { Variables } from '../queries/query.js'
import { type Answer, answersTo, differenceOf, normalize } from '../servers/answers.js'
import type { Target } from '../load/load.js'
import type { Server } from '../servers/server.js'
import type { Cell } from './cells.js'

export interface Checked {
  /** The cells that can be measured. */
  cells: Cell[]
  /** The queries to which the older build responds with an error, or differently. */
  notes: string[]
}

/**
 * Compares each server's responses with the service's, and throws if they differ. Only the older build (`--before`) may
 * differ. If it responds with an error, because it lacks a field for example, its cell is left out.
 */
export async function checkAnswers(all: Cell[]): Promise<Checked> {
  const cells: Cell[] = []
  const notes: string[] = []
  let expected: Answer[] = []
  for (const cell of all) {
    const { name, server } = cell
    if (server.name !== 'before') {
      const answers = await comparableAnswers(cell)
      if (server.name === 'service') expected = answers
      const difference = differenceOf(expected, answers)
      if (difference) {
        throw new Error(`${name}: ${server.name} answers differently, ${difference}`)
      }
      cells.push(cell)
      continue
    }
    try {
      const difference = differenceOf(expected, await comparableAnswers(cell))
      if (difference) notes.push(`${name}: the build before answers differently, ${difference}`)
      cells.push(cell)
    } catch (error) {
      notes.push(leftOut(name, error))
    }
  }
  return { cells, notes: [...new Set(notes)] }
}

/**
 * Whether a server can execute the first request of a creation. If the older build cannot, adds a note; if another
 * server cannot, throws.
 */
export async function canCreate(
  name: string,
  server: Server,
  target: Target,
  notes: string[],
): Promise<boolean> {
  try {
    await answersTo(target, 1)
    return true
  } catch (error) {
    if (server.name !== 'before') throw error
    notes.push(leftOut(name, error))
    return false
  }
}

const leftOut = (name: string, error: unknown) =>
  `${name} is left out: the build before answered with an error: ${(error as Error).message}`

async function comparableAnswers({ target, different, reshape }: Cell): Promise<Answer[]> {
  const answers = await answersTo(target, different)
  if (!reshape) return answers.map((answer) => normalize(answer))
  return (answers as { data: Variables }[]).map((answer) =>
    normalize({ ...answer, data: reshape(answer.data) }),
  )
}
