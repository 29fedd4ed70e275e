import type { TransactionDomain } from '../domain.js'
import { findLaterAnswers } from '../inspection/later-answers.js'
import type { ValidationErrors } from '../validation-errors.js'

/** Columns of a finding. */
export interface ClosedFinding {
  readonly id: number
  readonly assetId: number
  readonly questionId: string | null
  readonly inspectionId: number | null
}

/**
 * Rejects a finding of a question that would be open again although the asset has another open one of the question, or although the
 * inspection that opened it was voided.
 */
export async function checkMayOpen(
  { prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  { id, assetId, questionId, inspectionId }: ClosedFinding,
): Promise<void> {
  if (questionId === null) return
  const open = { companyId, assetId, questionId, status: 'open', deletedAt: null } as const
  if (await prisma.finding.findFirst({ where: { ...open, id: { not: id } }, select: { id: true } }))
    errors.add('WRONG_STATE', 'id', 'Another finding of its question is open.')
  const voided = { companyId, id: inspectionId ?? 0, deletedAt: { not: null } }
  if (await prisma.inspection.findFirst({ where: voided, select: { id: true } }))
    errors.add('WRONG_STATE', 'id', 'The inspection that opened it is voided.')
}

/** Rejects an open finding of a question that has passed in a later inspection, which would have resolved it. */
export async function checkHasNotPassed(
  tx: TransactionDomain,
  errors: ValidationErrors,
  {
    assetId,
    questionId,
    openedAt,
  }: Pick<ClosedFinding, 'assetId' | 'questionId'> & { readonly openedAt: Date },
): Promise<void> {
  if (questionId === null) return
  const later = await findLaterAnswers(tx, [{ assetId, inspectedAt: openedAt }])
  const answers = later.flatMap((each) => each.answers)
  if (answers.some((answer) => answer.questionId === questionId && !answer.fails))
    errors.add('WRONG_STATE', 'id', 'Its question has passed in a later inspection.')
}
