import type { Changed, Domain } from '../domain.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { checkFinding, type NewFinding } from './create-finding.js'
import { dueDateOf } from './due-date.js'

/** If `dueAt` is null, it follows from the severity. */
export type FindingChange = Change<Omit<NewFinding, 'assetId'>>

/**
 * Updates an open finding. Its title and severity cannot be cleared. If the due date follows from the severity and only the
 * severity changes, the due date changes, too.
 */
export const updateFinding = (domain: Domain, input: FindingChange): Promise<Changed> =>
  updateRecord(domain, 'Finding', input, async (_tx, errors, finding) => {
    const { title, note, riskId } = checkFinding(errors, input, input.title)
    const { status, openedAt } = finding
    if (status !== 'open')
      errors.add('WRONG_STATE', 'id', `A finding that is ${status} cannot be changed.`)
    const isDerived = finding.dueAt.getTime() === dueDateOf(openedAt, finding.riskId).getTime()
    const derives = input.dueAt === null || (input.dueAt === undefined && isDerived)
    const dueAt = derives ? dueDateOf(openedAt, riskId ?? finding.riskId) : input.dueAt
    return { title, note, riskId, dueAt: dueAt ?? undefined }
  })
