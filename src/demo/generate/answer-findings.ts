import type { Answer } from '../../domain/checklist/checklist-answers.js'
import type { Section } from '../../domain/checklist/checklist-content.js'
import { FindingsOfQuestions } from '../../domain/finding/findings-of-answers.js'
import { PASSED_LATER } from '../../domain/finding/written-findings.js'
import { findingAnswersOf } from '../../domain/inspection/later-answers.js'
import type { CompanyRows } from '../rows.js'
import { type Context, newIdentity } from './context.js'

/**
 * The findings that follow from the answers of inspections, in the order of their times. `first` is the number of other
 * findings.
 */
export function findingsOfAnswers(
  context: Context,
  sections: readonly Section[],
  inspections: CompanyRows['Inspection'],
  first: number,
): CompanyRows['Finding'] {
  const state = new FindingsOfQuestions()
  const byId = new Map(inspections.map((inspection) => [inspection.id, inspection]))
  for (const { id, assetId, inspectedAt, answerData } of inspections) {
    const answers = answerData as Readonly<Record<string, Answer>>
    state.inspect({
      ...{ inspection: { id }, assetId, inspectedAt: inspectedAt as Date },
      answers: findingAnswersOf(sections, (questionId) => answers[questionId]),
    })
  }
  return state.opened.map(({ uuid, isOpen: _isOpen, ...finding }, index) => {
    const resolved = state.resolved.find((each) => each.uuid === uuid)
    const passed = resolved && byId.get(resolved.inspectionId)
    return {
      ...newIdentity(context, first + index),
      ...finding,
      status: resolved ? 'resolved' : 'open',
      resolution: resolved ? PASSED_LATER : null,
      resolvedAt: resolved?.resolvedAt ?? null,
      resolvedById: passed?.inspectorId ?? null,
      resolvedByInspectionId: resolved?.inspectionId ?? null,
      userId: byId.get(finding.inspectionId ?? 0)?.inspectorId ?? 1,
      createdAt: finding.openedAt,
      updatedAt: resolved?.resolvedAt ?? finding.openedAt,
    }
  })
}
