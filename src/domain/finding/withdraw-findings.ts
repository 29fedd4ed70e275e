import type { TransactionDomain } from '../domain.js'

/**
 * Undoes what a voided inspection has done to findings: reopens those that it resolved, and removes those that it opened and that
 * are still open. A reopened finding whose own inspection is voided is removed, too.
 */
export async function withdrawFindings(
  { db, viewer, now }: TransactionDomain,
  inspectionId: number,
): Promise<void> {
  const { companyId, userId } = viewer
  const time = now().toISOString()
  const { rows } = await db.write<{ id: number }>({
    name: 'reopen-findings-of-inspection',
    text: REOPEN,
    values: [companyId, time, inspectionId],
  })
  await db.write({
    name: 'remove-findings-of-inspection',
    text: REMOVE,
    values: [companyId, time, inspectionId, userId, rows.map(({ id }) => id)],
  })
}

const REOPEN = `
update finding
set status = 'open', resolution = null, resolved_at = null, resolved_by_id = null, resolved_by_inspection_id = null,
    updated_at = $2::timestamptz
where company_id = $1::int and resolved_by_inspection_id = $3::int and status = 'resolved'
returning id`

const REMOVE = `
update finding
set deleted_at = $2::timestamptz, deleted_by_id = $4::int, updated_at = $2::timestamptz
where company_id = $1::int and status = 'open' and deleted_at is null
  and (inspection_id = $3::int or id = any($5::int[]) and inspection_id in (
    select i.id from inspection i where i.company_id = $1 and i.id = finding.inspection_id and i.deleted_at is not null))`
