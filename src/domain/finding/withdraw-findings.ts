import { queryRows, type TransactionDomain } from '../domain.js'
import type { AnsweredInspection } from './findings-of-questions.js'
import { type KnownFinding, replacementOf, resolutionOf } from './settle-findings.js'
import { insertFindings, resolveFindings } from './written-findings.js'

/**
 * Undoes what a voided inspection has done to findings: reopens those that it resolved, and removes those that it opened and that are
 * still open. A reopened finding whose own inspection is voided is removed, too. Then the asset gets the findings that its other
 * inspections, in the order of their times, have led to. `findInspections` is called only if there is something to undo. The
 * transaction must have locked the asset.
 */
export async function withdrawFindings(
  tx: TransactionDomain,
  voided: { readonly id: number; readonly assetId: number },
  findInspections: () => Promise<readonly AnsweredInspection[]>,
): Promise<void> {
  const { db, viewer, now } = tx
  const { companyId, userId } = viewer
  const time = now().toISOString()
  const { rows: reopened } = await db.write<{ id: number; uuid: string }>({
    name: 'reopen-findings-of-inspection',
    text: REOPEN,
    values: [companyId, time, voided.id],
  })
  const { rows: removed } = await db.write<{ questionId: string }>({
    name: 'remove-findings-of-inspection',
    text: REMOVE,
    values: [companyId, time, voided.id, userId, reopened.map(({ id }) => id)],
  })
  if (reopened.length + removed.length === 0) return
  const inspections = [...(await findInspections())].sort(
    (a, b) =>
      a.inspectedAt.getTime() - b.inspectedAt.getTime() || a.inspection.id - b.inspection.id,
  )
  const ids = inspections.map(({ inspection }) => inspection.id)
  const statement = {
    ...{ name: 'find-findings-of-asset', text: FIND },
    values: [companyId, voided.assetId, ids],
  }
  const findings = await queryRows<KnownFinding>(tx, statement)
  const reopenedIds = new Set(reopened.map(({ uuid }) => uuid))
  const open = findings.filter(({ uuid, closedAt }) => closedAt === null && reopenedIds.has(uuid))
  const isFound = <Found>(found: Found | undefined) => found !== undefined
  const resolved = open.map((finding) => resolutionOf(finding, findings, inspections))
  const questions = [...new Set(removed.map(({ questionId }) => questionId))]
  const opened = questions.map((question) => replacementOf(question, findings, inspections))
  await insertFindings(tx, opened.filter(isFound))
  await resolveFindings(tx, resolved.filter(isFound))
}

const REOPEN = `
update finding
set status = 'open', resolution = null, resolved_at = null, resolved_by_id = null, resolved_by_inspection_id = null,
    updated_at = $2::timestamptz
where company_id = $1::int and resolved_by_inspection_id = $3::int and status = 'resolved'
returning id, uuid`

const REMOVE = `
update finding
set deleted_at = $2::timestamptz, deleted_by_id = $4::int, updated_at = $2::timestamptz
where company_id = $1::int and status = 'open' and deleted_at is null
  and (inspection_id = $3::int or id = any($5::int[]) and inspection_id in (
    select i.id from inspection i where i.company_id = $1 and i.id = finding.inspection_id and i.deleted_at is not null))
returning question_id as "questionId"`

/** Without those that were removed together with their inspections. */
const FIND = `
select uuid, asset_id as "assetId", question_id as "questionId", inspection_id as "inspectionId", opened_at as "openedAt",
  (status = 'open' and deleted_at is null) as "isOpen", deleted_at is not null as removed,
  least(resolved_at, deleted_at) as "closedAt"
from finding
where company_id = $1::int and asset_id = $2::int and question_id is not null
  and (deleted_at is null or inspection_id = any($3::int[]))
order by id
for update`
