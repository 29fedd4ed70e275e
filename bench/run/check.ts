import type { Variables } from '../queries/query.js'
import { type Answer, answersTo, differenceOf, normalize } from '../servers/answers.js'
import type { Cell } from './cells.js'

/** Compares each server's responses with the service's, which come first. Throws if they differ. */
export async function checkAnswers(cells: readonly Cell[]): Promise<void> {
  let expected: Answer[] = []
  for (const cell of cells) {
    const answers = await comparableAnswers(cell)
    if (cell.server.name === 'service') expected = answers
    const difference = differenceOf(expected, answers)
    if (difference)
      throw new Error(`${cell.name}: ${cell.server.name} answers differently, ${difference}`)
  }
}

async function comparableAnswers({ target, different, reshape }: Cell): Promise<Answer[]> {
  const answers = await answersTo(target, different)
  if (!reshape) return answers.map((answer) => normalize(answer))
  return (answers as { data: Variables }[]).map((answer) =>
    normalize({ ...answer, data: reshape(answer.data) }),
  )
}
