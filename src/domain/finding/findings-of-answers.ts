import { v7 as newUuid } from 'uuid'
import type { TransactionDomain } from '../domain.js'
import { type RiskLevel, riskIds } from '../risk/risk.js'
import { dueDateOf } from './due-date.js'
import {
  type FindingOfQuestion,
  findFindings,
  insertFindings,
  type OpenedFinding,
  PASSED_LATER,
  type ResolvedFinding,
  resolveFindings,
} from './written-findings.js'

/** An answer of an inspection. Questions that are not answered or do not apply are left out. */
export interface FindingAnswer {
  /** The UUID of the question. It is the same in all versions of a checklist. */
  readonly questionId: string
  /** The title of the finding that the answer may open. */
  readonly title: string
  readonly note: string | null
  readonly fails: boolean
  /** The severity of the finding that a failing answer opens; null if it opens none. */
  readonly opensFinding: RiskLevel | null
}

export interface AnsweredInspection {
  readonly inspection: { readonly id: number }
  readonly assetId: number
  readonly inspectedAt: Date
  readonly answers: readonly FindingAnswer[]
}

/**
 * Opens findings for failing answers, unless the asset has an open finding of the same question. Resolves the open findings of
 * passing answers, if the inspection is later than their opening. The inspections of an asset count in the order of their
 * times. An inspection may be given again, for example together with an earlier one that was recorded later: it opens at most
 * one finding of a question. `found` are the findings of the assets (`findFindings`). The number of statements does not depend
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

/** Whether an inspection is later than the one that opened a finding. If both have the same time, the one recorded later is. */
export const isAfter = (
  { inspection, inspectedAt }: Pick<AnsweredInspection, 'inspection' | 'inspectedAt'>,
  { openedAt, inspectionId }: Pick<FindingOfQuestion, 'openedAt' | 'inspectionId'>,
): boolean =>
  inspectedAt > openedAt ||
  (inspectedAt.getTime() === openedAt.getTime() && inspection.id > (inspectionId ?? Infinity))

/** `findFindings` of the assets of these inspections. */
export const findFindingsOf = (tx: TransactionDomain, inspections: readonly AnsweredInspection[]) =>
  findFindings(
    tx,
    inspections.map(({ assetId }) => assetId),
    inspections.map(({ inspection }) => inspection.id),
  )

/** The finding that a failing answer opens. */
export function openFinding(
  { inspection, assetId, inspectedAt }: Omit<AnsweredInspection, 'answers'>,
  { questionId, title, note }: FindingAnswer,
  severity: RiskLevel,
): OpenedFinding {
  const riskId = riskIds[severity]
  return {
    ...{ uuid: newUuid(), assetId, questionId, inspectionId: inspection.id, title, note, riskId },
    ...{ openedAt: inspectedAt, isOpen: true, dueAt: dueDateOf(inspectedAt, riskId) },
  }
}

/** The findings of the assets, which change as answers are added in the order of their times. */
export class FindingsOfQuestions {
  readonly opened: OpenedFinding[] = []
  readonly resolved: ResolvedFinding[] = []
  private readonly open = new Map<string, FindingOfQuestion[]>()
  /** The inspections and questions for which a finding was opened before, even if it is not open now. */
  private readonly known = new Set<string>()

  add(finding: FindingOfQuestion): void {
    this.known.add(`${finding.inspectionId} ${finding.questionId}`)
    if (!finding.isOpen) return
    const key = `${finding.assetId} ${finding.questionId}`
    this.open.set(key, [...(this.open.get(key) ?? []), finding])
  }

  /** Adds an inspection that is not earlier than those before. */
  inspect(inspection: AnsweredInspection): void {
    for (const answer of inspection.answers) {
      if (answer.fails) this.fail(inspection, answer)
      else this.pass(inspection, answer)
    }
  }

  private fail(
    { inspection, assetId, inspectedAt }: AnsweredInspection,
    answer: FindingAnswer,
  ): void {
    const { questionId, opensFinding } = answer
    if (!opensFinding || this.open.has(`${assetId} ${questionId}`)) return
    if (this.known.has(`${inspection.id} ${questionId}`)) return
    const finding = openFinding({ inspection, assetId, inspectedAt }, answer, opensFinding)
    this.add(finding)
    this.opened.push(finding)
  }

  private pass(
    { inspection, assetId, inspectedAt }: AnsweredInspection,
    answer: FindingAnswer,
  ): void {
    const key = `${assetId} ${answer.questionId}`
    const open = this.open.get(key) ?? []
    const isLater = (finding: FindingOfQuestion) => isAfter({ inspection, inspectedAt }, finding)
    for (const { uuid } of open.filter(isLater)) {
      this.resolved.push({
        ...{ uuid, inspectionId: inspection.id, resolvedAt: inspectedAt, resolution: PASSED_LATER },
      })
    }
    const left = open.filter((finding) => !isLater(finding))
    if (left.length > 0) this.open.set(key, left)
    else this.open.delete(key)
  }
}
