import type { Database } from '../../db/connect.js'
import { type LogPosition, type LogRead, logColumns, readLog } from './read-changes.js'

/** What is new in the log of a company. The next read begins after the last row. */
export interface NewRows extends LogRead {
  readonly companyId: number
}

/** The most rows of one company in one read. */
const LIMIT = 500

/**
 * Reads the logs of several companies, each after its position. One statement. Under row-level security, and on a distributed database,
 * one statement for each company: there, a statement names one company. A log that cannot be read is left out, and its error goes to
 * `onFailure`: the server of another company may respond.
 */
export function readLogs(
  db: Database,
  positions: ReadonlyMap<number, LogPosition>,
  onFailure: (error: unknown) => void,
): Promise<NewRows[]> {
  const isOneByOne = db.isRestricted || db.status().isSharded
  return isOneByOne ? readEach(db, positions, onFailure) : readTogether(db, positions)
}

async function readTogether(
  db: Database,
  positions: ReadonlyMap<number, LogPosition>,
): Promise<NewRows[]> {
  const after = [...positions.values()]
  const { rows } = await db.read<NewRows>({
    name: 'read-change-logs',
    text: READ_LOGS,
    values: [
      [...positions.keys()],
      after.map(({ transactionId }) => transactionId),
      after.map(({ id }) => id),
      LIMIT,
    ],
  })
  return rows
}

async function readEach(
  db: Database,
  positions: ReadonlyMap<number, LogPosition>,
  onFailure: (error: unknown) => void,
): Promise<NewRows[]> {
  const logs = await Promise.all(
    [...positions].map(async ([companyId, after]) => {
      try {
        const log = await readLog(db.forCaller({ companyId }), companyId, after, LIMIT)
        return log && { ...log, companyId }
      } catch (error) {
        onFailure(error)
        return undefined
      }
    }),
  )
  return logs.filter((log) => log !== undefined)
}

/** Whether a position of a log is after another one. */
export function isAfter(one: LogPosition, other: LogPosition): boolean {
  if (one.transactionId === other.transactionId) return one.id > other.id
  return BigInt(one.transactionId) > BigInt(other.transactionId)
}

const PART = {
  company: 'c.company_id',
  transactionId: 'c.transaction_id',
  id: 'c.id',
  limit: '$4::int',
}

const READ_LOGS = `select c.company_id as "companyId", ${logColumns(PART)}
from unnest($1::int[], $2::bigint[], $3::int[]) c (company_id, transaction_id, id)`
