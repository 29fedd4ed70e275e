import { v7 as newUuid } from 'uuid'
import type { TransactionDomain } from '../domain.js'
import type { ReportKind } from './report-content.js'

/** A report that has failed is made again if it is requested again. */
const AGAIN = `do update set status = 'pending', next_attempt_at = excluded.next_attempt_at where report.status = 'failed'`
const OF_INSPECTION = {
  table: 'inspection',
  conflict: `(company_id, inspection_id, kind) ${AGAIN}`,
}

/** The table with the record that a report is about, and what happens if the record has a report of this kind. */
const KINDS = {
  inspection: OF_INSPECTION,
  certificate: OF_INSPECTION,
  job: { table: 'job', conflict: `(company_id, job_id) ${AGAIN}` },
  site: { table: 'site', conflict: 'do nothing' },
} as const satisfies Record<ReportKind, { table: string; conflict: string }>

/**
 * Adds reports to make, in the transaction that completes the records, which any instance then makes: see `report-worker.ts`. A record
 * that has a report of this kind keeps it, if it has not failed; a site can have several. `uuids` are those of the records, so that the statement can be sent
 * together with the one that inserts them.
 */
export async function queueReports(
  { db, viewer: { companyId, userId }, now }: TransactionDomain,
  kind: ReportKind,
  uuids: readonly string[],
): Promise<void> {
  if (uuids.length === 0) return
  const { table, conflict } = KINDS[kind]
  await db.write({
    name: `queue-reports-${kind}`,
    text: `
      insert into report (company_id, uuid, kind, ${table}_id, user_id, created_at, next_attempt_at)
      select record.company_id, given.uuid, '${kind}', record.id, $4::int, $5::timestamptz, $5
      from unnest($2::uuid[], $3::uuid[]) as given (uuid, record)
      join ${table} record on record.company_id = $1::int and record.uuid = given.record
      on conflict ${conflict}`,
    values: [companyId, uuids.map(() => newUuid()), uuids, userId, now().toISOString()],
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
