import type { Sql } from '../../db/connect.js'
import { findEnd, type LogPosition } from '../change-feed/read-changes.js'

/** One reader of the log of a company. */
export interface Follower {
  readonly companyId: number
  readonly consumer: string
}

/** The position before the first row of a log. */
export const BEGINNING: LogPosition = { transactionId: '0', id: 0 }

/**
 * Begins to follow the log of a company after a position, by default at its end. Idempotent. In the transaction of a write, the rows of
 * this write follow. The end is read by a statement of its own: on Citus, an insert would get that of the coordinator's log.
 */
export async function startFollowing(
  db: Pick<Sql, 'write'>,
  { companyId, consumer }: Follower,
  from?: LogPosition,
): Promise<void> {
  const { transactionId, id } = from ?? (await findEnd(db, companyId, 'write'))
  await db.write({
    name: 'start-following',
    text: START,
    values: [companyId, consumer, transactionId, id],
  })
}

/** The last row that was read. Undefined if the consumer does not follow this log. */
export async function findPosition(
  db: Pick<Sql, 'read'>,
  { companyId, consumer }: Follower,
): Promise<LogPosition | undefined> {
  const { rows } = await db.read<{ transactionId: string; id: number }>({
    name: 'find-log-position',
    text: `select f.transaction_id::text as "transactionId", f.id from log_follower f
      where f.company_id = $1::int and f.consumer = $2`,
    values: [companyId, consumer],
  })
  return rows[0]
}

/** Moves the position. Returns false if it is not `from` any more. */
export async function movePosition(
  db: Pick<Sql, 'write'>,
  { companyId, consumer }: Follower,
  from: LogPosition,
  to: LogPosition,
): Promise<boolean> {
  const { rowCount } = await db.write({
    name: 'move-log-position',
    text: MOVE,
    values: [companyId, consumer, from.transactionId, from.id, to.transactionId, to.id],
  })
  return rowCount === 1
}

const START = `
insert into log_follower (company_id, consumer, transaction_id, id)
values ($1::int, $2, $3::bigint, $4::int)
on conflict (company_id, consumer) do nothing`

const MOVE = `
update log_follower set transaction_id = $5::bigint, id = $6::int
where company_id = $1::int and consumer = $2 and transaction_id = $3::bigint and id = $4::int`
