import type { TransactionDomain } from '../domain.js'
import { type AnsweredInspection, FindingsOfQuestions } from './findings-of-questions.js'
import {
  type FindingOfQuestion,
  findFindings,
  insertFindings,
  resolveFindings,
} from './written-findings.js'

/**
 * Opens findings for failing answers, unless the asset has an open finding of the same question. Resolves the open findings of
 * passing answers, if the inspection is later than their opening. The inspections of an asset count in the order of their
 * times. An inspection that was recorded before (`isKnown`) changes only what follows from an earlier one that is recorded now: it
 * resolves the findings of that one, and opens one if that one has resolved the finding that was open. `found` are the findings of the assets (`findFindings`). The number of statements does not depend
 * on the number of inspections and answers. The transaction must have locked the assets.
 */
export async function updateFindings(
  tx: TransactionDomain,
  inspections: readonly AnsweredInspection[],
  found: readonly FindingOfQuestion[],
): Promise<void> {
  const answered = inspections.filter(({ answers }) => answers.length > 0)
  const state = new FindingsOfQuestions()
  for (const finding of found) state.add(finding)
  const inOrder = [...answered].sort(
    (a, b) =>
      a.inspectedAt.getTime() - b.inspectedAt.getTime() || a.inspection.id - b.inspection.id,
  )
  for (const inspection of inOrder) state.inspect(inspection)
  await insertFindings(tx, state.opened)
  await resolveFindings(tx, state.resolved)
}

/** `findFindings` of the assets of these inspections. */
export const findFindingsOf = (tx: TransactionDomain, inspections: readonly AnsweredInspection[]) =>
  findFindings(
    tx,
    inspections.map(({ assetId }) => assetId),
    inspections.map(({ inspection }) => inspection.id),
  )
