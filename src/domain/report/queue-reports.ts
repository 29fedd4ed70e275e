import { v7 as newUuid } from 'uuid'
import type { TransactionDomain } from '../domain.js'
import type { ReportKind } from './report-content.js'

/** The column with the record that a report is about. */
const COLUMNS = {
  inspection: 'inspection_id',
  certificate: 'inspection_id',
  job: 'job_id',
  site: 'site_id',
} as const satisfies Record<ReportKind, string>

/**
 * Adds reports to make, in the transaction that completes the records, which any instance then makes: see `report-worker.ts`. A record
 * that has a report of this kind keeps it; a site can have several.
 */
export async function queueReports(
  { db, viewer: { companyId, userId }, now }: TransactionDomain,
  kind: ReportKind,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await db.write({
    name: `queue-reports-${kind}`,
    text: `
      insert into report (company_id, uuid, kind, ${COLUMNS[kind]}, user_id, created_at, next_attempt_at)
      select company.id, given.uuid, '${kind}', given.id, $4::int, $5::timestamptz, $5
      from company cross join unnest($2::uuid[], $3::int[]) as given (uuid, id)
      where company.id = $1::int
      on conflict do nothing`,
    values: [companyId, ids.map(() => newUuid()), ids, userId, now().toISOString()],
  })
}

/** Removes the reports of a voided inspection that are not made yet. One that is being made is not stored then: see `writeReport`. */
export async function cancelReports(
  { db, viewer: { companyId } }: TransactionDomain,
  inspectionId: number,
): Promise<void> {
  await db.write({
    name: 'cancel-reports',
    text: `delete from report where company_id = $1::int and inspection_id = $2::int and status <> 'ready'`,
    values: [companyId, inspectionId],
  })
}
