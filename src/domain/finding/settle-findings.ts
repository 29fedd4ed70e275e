import {
  type AnsweredInspection,
  type FindingAnswer,
  isAfter,
  openFinding,
} from './findings-of-questions.js'
import {
  type FindingOfQuestion,
  type OpenedFinding,
  PASSED_LATER,
  type ResolvedFinding,
} from './written-findings.js'

/** A finding of a question, and until when it was open. */
export interface KnownFinding extends FindingOfQuestion {
  /** When it was resolved, accepted or removed; null if it is open. */
  readonly closedAt: Date | null
  readonly removed: boolean
}

const CONTINUED = 'Continues in the finding of a later inspection.'

/**
 * A finding that was resolved by a voided inspection is open again. This resolves it by what came first after it was opened: an
 * inspection in which its question passed, or a later finding of the question, in which it continues; so that a question has one open
 * finding. `findings` are those of the asset.
 */
export function resolutionOf(
  reopened: KnownFinding,
  findings: readonly KnownFinding[],
  inspections: readonly AnsweredInspection[],
): ResolvedFinding | undefined {
  const { uuid, questionId } = reopened
  const passed = inspections
    .filter((each) => isAfter(each, reopened) && answerTo(each, questionId)?.fails === false)
    .map(({ inspection: { id: inspectionId }, inspectedAt: resolvedAt }) => ({
      ...{ uuid, inspectionId, resolvedAt, resolution: PASSED_LATER },
    }))
  const continued = findings.flatMap(({ inspectionId, openedAt: inspectedAt, ...finding }) =>
    finding.questionId === questionId &&
    !finding.removed &&
    inspectionId !== null &&
    isAfter({ inspection: { id: inspectionId }, inspectedAt }, reopened)
      ? [{ uuid, inspectionId, resolvedAt: inspectedAt, resolution: CONTINUED }]
      : [],
  )
  const [first] = [...passed, ...continued].sort(
    (a, b) => a.resolvedAt.getTime() - b.resolvedAt.getTime() || a.inspectionId - b.inspectionId,
  )
  return first
}

/**
 * The finding that the asset has in place of one that was removed with its inspection: that of the first failing inspection since the
 * question passed, unless a finding was open then or later.
 */
export function replacementOf(
  questionId: string,
  findings: readonly KnownFinding[],
  inspections: readonly AnsweredInspection[],
): OpenedFinding | undefined {
  const answered = inspections.filter((each) => answerTo(each, questionId))
  const lastPass = answered.findLastIndex((each) => answerTo(each, questionId)?.fails === false)
  const others = findings.filter((finding) => finding.questionId === questionId)
  for (const inspection of answered.slice(lastPass + 1)) {
    const answer = answerTo(inspection, questionId)
    const isCovered = others.some(
      ({ closedAt, inspectionId }) =>
        closedAt === null ||
        closedAt > inspection.inspectedAt ||
        inspectionId === inspection.inspection.id,
    )
    if (answer?.opensFinding && !isCovered)
      return openFinding(inspection, answer, answer.opensFinding)
  }
  return undefined
}

const answerTo = ({ answers }: AnsweredInspection, questionId: string): FindingAnswer | undefined =>
  answers.find((answer) => answer.questionId === questionId)
