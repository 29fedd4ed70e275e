import type { Answer } from '../../domain/checklist/checklist-answers.js'
import { FindingsOfQuestions } from '../../domain/finding/findings-of-questions.js'
import { PASSED_LATER } from '../../domain/finding/written-findings.js'
import { findingAnswersOf } from '../../domain/inspection/later-answers.js'
import type { Section } from '../../domain/checklist/checklist-content.js'
import type { CompanyRows } from '../rows.js'

/** A finding without an identity. */
export type NewFinding = Omit<CompanyRows['Finding'][number], 'id' | 'uuid' | 'companyId'>

/** The findings that follow from the answers of inspections, which are in the order of their times. */
export function findingsOfAnswers(
  versions: readonly { readonly id: number; readonly sections?: unknown }[],
  inspections: CompanyRows['Inspection'],
): NewFinding[] {
  const state = new FindingsOfQuestions()
  const sectionsOf = new Map(versions.map(({ id, sections }) => [id, sections]))
  const byId = new Map(inspections.map((inspection) => [inspection.id, inspection]))
  for (const { id, assetId, inspectedAt, answerData, checklistVersionId } of inspections) {
    const sections = sectionsOf.get(checklistVersionId ?? 0)
    if (!sections) continue
    const answers = answerData as Readonly<Record<string, Answer>>
    state.inspect({
      ...{ inspection: { id }, assetId, inspectedAt: inspectedAt as Date },
      answers: findingAnswersOf(sections as Section[], (questionId) => answers[questionId]),
    })
  }
  const resolvedBy = new Map(state.resolved.map((each) => [each.uuid, each]))
  return state.opened.map(({ uuid, isOpen: _isOpen, ...finding }) => {
    const resolved = resolvedBy.get(uuid)
    const passed = resolved && byId.get(resolved.inspectionId)
    return {
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
