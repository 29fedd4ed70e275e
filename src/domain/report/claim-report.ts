import type { Database } from '../../db/connect.js'
import { findWork, type WorkDatabase } from '../find-work.js'
import type { ReportKind } from './report-content.js'

export interface ClaimedReport {
  readonly companyId: number
  readonly uuid: string
  readonly kind: ReportKind
  readonly inspectionId: number | null
  readonly jobId: number | null
  readonly siteId: number | null
  /** The user who completed the record, or requested the report. */
  readonly userId: number
  readonly createdAt: Date
  /** The number of this attempt. A later attempt makes what this one has made void. */
  readonly attempts: number
}

/** An instance that has claimed a report has this long to make it. Then another instance may claim it. */
export const LEASE_MS = 300_000

/**
 * Claims the next report that is due. If the instance stops before the report is ready, an instance claims it again when the lease
 * has ended.
 */
export async function claimReport(
  db: WorkDatabase & Pick<Database, 'forCaller'>,
  leaseMs: number,
): Promise<ClaimedReport | undefined> {
  const companies = await findWork<{ companyId: number }>(db, {
    name: 'companies-of-due-reports',
    text: 'select companies_of_due_reports($1) as "companyId"',
  })
  for (const { companyId } of companies) {
    const now = Date.now()
    const claimed = await db.forCaller({ companyId }).write<ClaimedReport>({
      name: 'claim-report',
      text: CLAIM,
      values: [companyId, new Date(now), new Date(now + leaseMs)],
    })
    if (claimed.rows[0]) return claimed.rows[0]
  }
  return undefined
}

const CLAIM = `
update report
set attempts = attempts + 1, next_attempt_at = $3::timestamptz
where company_id = $1::int and uuid = (
  select r.uuid from report r
  where r.company_id = $1 and r.status = 'pending' and r.next_attempt_at <= $2::timestamptz
  order by r.next_attempt_at, r.uuid
  limit 1
  for update skip locked
)
returning company_id as "companyId", uuid, kind, inspection_id as "inspectionId", job_id as "jobId", site_id as "siteId",
  user_id as "userId", created_at as "createdAt", attempts`

/** A report that could not be made this often has failed. It has as many attempts again if it is requested again. */
const MOST_ATTEMPTS = 10

/** Sets when a report that could not be made is tried again: 1, 2, 4, … and at most 60 minutes later. Not after the last attempt. */
export async function delayReport(
  db: Pick<Database, 'forCaller'>,
  { companyId, uuid, attempts }: ClaimedReport,
): Promise<void> {
  const hasFailed = attempts % MOST_ATTEMPTS === 0
  const minutes = Math.min(60, 2 ** ((attempts - 1) % MOST_ATTEMPTS))
  await db.forCaller({ companyId }).write({
    name: 'delay-report',
    text: `update report set status = $4::report_status, next_attempt_at = $5::timestamptz
      where company_id = $1::int and uuid = $2::uuid and status = 'pending' and attempts = $3::int`,
    values: [
      ...[companyId, uuid, attempts, hasFailed ? 'failed' : 'pending'],
      new Date(Date.now() + minutes * 60_000),
    ],
  })
}
