import type { Answer } from '../checklist/checklist-answers.js'
import { questionsOf, type Section } from '../checklist/checklist-content.js'
import { queryRows, type TransactionDomain } from '../domain.js'
import type { AnsweredInspection, FindingAnswer } from '../finding/findings-of-questions.js'

const MAX_TITLE = 255

/** The answers that open and resolve findings: those that have a value. */
export const findingAnswersOf = (
  sections: readonly Section[],
  answerOf: (questionId: string) => Answer | undefined,
): FindingAnswer[] =>
  questionsOf(sections).flatMap(({ questionId, text, opensFinding }) => {
    const answer = answerOf(questionId)
    if (!answer || answer.notApplicable || (answer.value === null && answer.values === null))
      return []
    const { note, fails } = answer
    return [{ questionId, title: text.slice(0, MAX_TITLE), note, fails, opensFinding }]
  })

/**
 * The inspections of assets after these times, with their answers. If an earlier inspection is recorded late, or is voided, its
 * findings follow from it and from these.
 */
export async function findLaterAnswers(
  tx: TransactionDomain,
  inspections: readonly { readonly assetId: number; readonly inspectedAt: Date }[],
): Promise<AnsweredInspection[]> {
  if (inspections.length === 0) return []
  const assetIds = inspections.map(({ assetId }) => assetId)
  const times = inspections.map(({ inspectedAt }) => inspectedAt.toISOString())
  const values = [tx.viewer.companyId, assetIds, times]
  const statement = { name: 'find-later-answers', text: FIND, values }
  const rows = await queryRows<FoundInspection>(tx, statement)
  return rows.map(({ id, assetId, inspectedAt, sections, answerData }) => ({
    ...{ inspection: { id }, isKnown: true },
    ...{ assetId, inspectedAt },
    answers: findingAnswersOf(sections, (questionId) => answerData[questionId]),
  }))
}

interface FoundInspection {
  readonly id: number
  readonly assetId: number
  readonly inspectedAt: Date
  readonly sections: readonly Section[]
  readonly answerData: Readonly<Record<string, Answer>>
}

const FIND = `
select i.id, i.asset_id as "assetId", i.inspected_at as "inspectedAt", v.sections, i.answer_data as "answerData"
from inspection i
join checklist_version v on v.company_id = $1::int and v.id = i.checklist_version_id
where i.company_id = $1 and i.asset_id = any($2::int[]) and i.deleted_at is null
  and i.inspected_at > (select min(g.at) from unnest($2::int[], $3::timestamptz[]) as g (asset_id, at) where g.asset_id = i.asset_id)`
