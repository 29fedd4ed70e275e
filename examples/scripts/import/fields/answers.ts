import { InspectionOutcome } from '../../../client/generated/graphql.js'
import type { Field } from './field.js'
import { integer, objects, oneOf, value } from './value.js'

const ANSWERS = value('answers', { read: answersIn })
const OUTCOME = value('outcome', { read: oneOf(InspectionOutcome) })
const SCORE = value('score', { read: integer })

/** The answers of an inspection, and its outcome and score, which the service computes if there are answers: then they are not sent. */
export const answers: Field = {
  input: 'answers',
  columns: { ...ANSWERS.columns, ...OUTCOME.columns, ...SCORE.columns },
  prepare: async (source) => {
    const [writeAnswers, writeOutcome, writeScore] = await Promise.all([
      ANSWERS.prepare(source),
      OUTCOME.prepare(source),
      SCORE.prepare(source),
    ])
    return (row) => {
      writeAnswers(row)
      const given = row.input['answers'] as readonly object[] | undefined
      if (given?.length === 0) delete row.input['answers']
      if (!row.current && given?.length) return
      writeOutcome(row)
      writeScore(row)
    }
  },
}

interface ExportedAnswer {
  readonly questionId?: string
  readonly question?: { readonly questionId: string }
}

/** The answers as an export has them, with their questions; or as the input of the mutation has them. */
function answersIn(text: string) {
  return objects(text).flatMap((exported) => {
    const { question, questionId = question?.questionId, ...rest } = exported as ExportedAnswer
    const given = Object.entries(rest).filter(([, part]) => part !== null && part !== false)
    // The answer to a `PHOTO` is its photographs, which the file does not have.
    return given.length === 0 ? [] : { questionId, ...Object.fromEntries(given) }
  })
}
