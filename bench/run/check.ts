import type { Variables } from '../queries/query.js'
import { type Answer, answersTo, differenceOf, normalize } from '../servers/answers.js'
import type { Target } from '../load/load.js'
import type { Server } from '../servers/server.js'
import type { Cell } from './cells.js'

export interface Checked {
  /** The cells that can be measured. */
  cells: Cell[]
  /** What the build before answers with errors, or answers differently. */
  notes: string[]
}

/**
 * Compares each server's answers with the service's, and throws if they differ. Only the build before may differ: it
 * may lack what the query asks for; then its cell is left out.
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

/** Whether a server answers the first request of a creation. Only the build before may not; that is noted. */
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
