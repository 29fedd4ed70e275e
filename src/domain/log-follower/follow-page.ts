import type { Database, TransactionDatabase } from '../../db/connect.js'
import { findPosition, type Follower, movePosition } from './position.js'
import type { LogRow } from './log-row.js'
import { readLog } from './read-log.js'

/** A page of the log of a company, and the transaction in which the position moves behind it. */
export interface Reading {
  /** Oldest first. */
  readonly rows: readonly LogRow[]
  readonly companyId: number
  readonly tx: TransactionDatabase
}

export interface Consumer {
  /** The name under which the positions are stored. */
  readonly name: string
  /**
   * Makes something of a page. It must write with `tx`; if it rejects, the page comes again. Until its first write, the transaction
   * has no id, so that reading delays no other reader of the log: so it writes last. It has 15 seconds: one that needs long for a
   * page stops earlier, and returns the number of rows that it has consumed, at least one.
   */
  readonly consume: (reading: Reading) => Promise<number | undefined>
  /** Whether it follows the logs of all companies. Otherwise `startFollowing` chooses them. */
  readonly followsAll?: boolean
}

/** The most rows on a page. */
export const PAGE = 100

/** The first key of the advisory locks. The second one is the company. */
const LOCKS = 72_707_400

/**
 * Hands the next page of a company's log to a consumer. What the consumer makes of it is committed together with the new position, so
 * nothing is missed and nothing comes twice, whichever instance reads. Returns whether there may be more; false while another
 * instance reads this log for this consumer. Calls `onGap` if rows before the page were deleted because of their age.
 *
 * The lock is an advisory one: to lock the row would give the transaction an id, and no reader of any log, in any instance, passes
 * the oldest transaction in progress.
 */
export async function followPage(
  db: Pick<Database, 'forCaller'>,
  consumer: Consumer,
  companyId: number,
  onGap: () => void = () => undefined,
): Promise<boolean> {
  const follower: Follower = { companyId, consumer: consumer.name }
  return db.forCaller({ companyId }).transaction(async (tx) => {
    const { rows: locks } = await tx.read<{ locked: boolean }>({
      name: 'lock-log-follower',
      text: 'select pg_try_advisory_xact_lock($1::int + hashtext($2) % 1000, $3::int) as locked',
      values: [LOCKS, consumer.name, companyId],
    })
    const from = locks[0]?.locked ? await findPosition(tx, follower) : undefined
    if (!from) return false
    const { rows, hasGap } = await readLog(tx, companyId, from, PAGE)
    if (rows.length === 0) return false
    if (hasGap) onGap()
    const consumed = (await consumer.consume({ rows, companyId, tx })) ?? rows.length
    const last = rows[consumed - 1]
    if (!last) throw new Error('expected a consumer to consume at least one row')
    const isMoved = await movePosition(tx, follower, from, last.position)
    if (!isMoved) throw new Error('expected the position of a log to be where it was')
    return consumed < rows.length || rows.length === PAGE
  })
}
