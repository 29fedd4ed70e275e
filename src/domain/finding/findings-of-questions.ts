import { v7 as newUuid } from 'uuid'
import { type RiskLevel, riskIds } from '../risk/risk.js'
import { dueDateOf } from './due-date.js'
import {
  type FindingOfQuestion,
  type OpenedFinding,
  PASSED_LATER,
  type ResolvedFinding,
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
  /** Whether it was recorded before. It is given again because an earlier one is recorded now. */
  readonly isKnown?: boolean
}

/** Whether an inspection is later than the one that opened a finding. If both have the same time, the one recorded later is. */
export const isAfter = (
  { inspection, inspectedAt }: Pick<AnsweredInspection, 'inspection' | 'inspectedAt'>,
  { openedAt, inspectionId }: Pick<FindingOfQuestion, 'openedAt' | 'inspectionId'>,
): boolean =>
  inspectedAt > openedAt ||
  (inspectedAt.getTime() === openedAt.getTime() && inspection.id > (inspectionId ?? Infinity))

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
  /** The findings that inspections have resolved before. */
  private readonly passed: FindingOfQuestion[] = []
  /** The assets and questions whose finding a new inspection has resolved. */
  private readonly settled = new Set<string>()

  add(finding: FindingOfQuestion): void {
    this.known.add(`${finding.inspectionId} ${finding.questionId}`)
    if (finding.isOpen) {
      const key = keyOf(finding)
      this.open.set(key, [...(this.open.get(key) ?? []), finding])
    } else if (finding.passedAt) this.passed.push(finding)
  }

  /** Adds an inspection that is not earlier than those before. */
  inspect(inspection: AnsweredInspection): void {
    for (const answer of inspection.answers) {
      if (answer.fails) this.fail(inspection, answer)
      else this.pass(inspection, answer)
    }
  }

  private fail(answered: AnsweredInspection, answer: FindingAnswer): void {
    const { inspection, assetId, inspectedAt, isKnown } = answered
    const { questionId, opensFinding } = answer
    const key = keyOf({ assetId, questionId })
    if (!opensFinding || this.open.has(key)) return
    if (isKnown ? !this.settled.has(key) : this.wasOpen(answered, key)) return
    if (this.known.has(`${inspection.id} ${questionId}`)) return
    const finding = openFinding({ inspection, assetId, inspectedAt }, answer, opensFinding)
    this.add(finding)
    this.opened.push(finding)
  }

  /** Whether there was an open finding at the time of an inspection, which a later one has resolved. */
  private wasOpen(answered: AnsweredInspection, key: string): boolean {
    const isOpenThen = (finding: FindingOfQuestion) =>
      isAfter(answered, finding) && (finding.passedAt ?? 0) > answered.inspectedAt
    return this.passed.some((finding) => keyOf(finding) === key && isOpenThen(finding))
  }

  private pass(answered: AnsweredInspection, { questionId }: FindingAnswer): void {
    const { inspection, assetId, inspectedAt, isKnown } = answered
    const key = keyOf({ assetId, questionId })
    const open = this.open.get(key) ?? []
    const isNew = ({ uuid }: FindingOfQuestion) => this.opened.some((each) => each.uuid === uuid)
    const ends = (finding: FindingOfQuestion) =>
      isAfter(answered, finding) && (!isKnown || isNew(finding))
    for (const { uuid } of open.filter(ends)) {
      if (!isKnown) this.settled.add(key)
      this.resolved.push({
        ...{ uuid, inspectionId: inspection.id, resolvedAt: inspectedAt, resolution: PASSED_LATER },
      })
    }
    const left = open.filter((finding) => !ends(finding))
    if (left.length > 0) this.open.set(key, left)
    else this.open.delete(key)
  }
}

const keyOf = ({ assetId, questionId }: Pick<FindingOfQuestion, 'assetId' | 'questionId'>) =>
  `${assetId} ${questionId}`
