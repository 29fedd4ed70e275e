import type { Database } from '../../db/connect.js'
import { findWork, type WorkDatabase } from '../find-work.js'

export interface Attempt {
  /** When it began. */
  readonly at: string
  /** The status of the response; null if there was none. */
  readonly status: number | null
  /** Why there was no response, or what is wrong with it; null if it was accepted. */
  readonly error: string | null
  readonly milliseconds: number
}

export interface ClaimedDelivery {
  readonly companyId: number
  readonly id: number
  readonly uuid: string
  readonly webhookId: number
  readonly body: string
  /** The number of this attempt. A later one makes the result of this one void. */
  readonly attempts: number
  readonly retries: number
  readonly attemptLog: readonly Attempt[]
  readonly url: string
  readonly secret: Buffer
  /** Signs, too, after a rotation. */
  readonly previousSecret: Buffer | null
}

/** If an instance stops during an attempt, any instance makes the next one after this time: twice the limit of an attempt. */
export const LEASE_MS = 30_000

/** The companies that have deliveries that are due. One statement. */
export async function companiesWithDeliveries(db: WorkDatabase): Promise<readonly number[]> {
  const rows = await findWork<{ companyId: number }>(db, {
    name: 'companies-of-due-deliveries',
    text: 'select companies_of_due_deliveries($1) as "companyId"',
  })
  return rows.map(({ companyId }) => companyId)
}

/** Claims at most `most` deliveries of a company, and of each webhook at most as many as it gets at the same time. */
export async function claimDeliveries(
  db: Pick<Database, 'forCaller'>,
  companyId: number,
  most: number,
): Promise<readonly ClaimedDelivery[]> {
  const now = Date.now()
  const { rows } = await db.forCaller({ companyId }).write<ClaimedDelivery>({
    name: 'claim-deliveries',
    text: CLAIM,
    values: [companyId, new Date(now), new Date(now + LEASE_MS), most],
  })
  return rows.map((row) => ({ ...row, companyId }))
}

const CLAIM = `
select id, uuid, webhook_id as "webhookId", body, attempts, retries, attempt_log as "attemptLog", url, secret,
  previous_secret as "previousSecret"
from claim_deliveries($1::int, $2::timestamptz, $3::timestamptz, $4::int)`
