import pLimit, { type LimitFunction } from 'p-limit'
import { BusyError } from '../db/faults.js'

/** Enough for one statement to be on its way while another holds the row. */
const AT_ONCE = 2

/** Who has waited longer than this is told to come again, and what he asked for is not done. */
const LONGEST_WAIT_MS = 5000

const turns = new Map<number, LimitFunction>()

/**
 * Runs a statement that raises a counter of the company, after those of this process that came before it. They would
 * queue in the database for the company's row, each on a connection that others need, and cost it time to wake. It is
 * the row's lock that keeps numbers apart, also from other processes; this only keeps the queue out of the database.
 */
export async function inCompanyTurn<Result>(
  companyId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let turn = turns.get(companyId)
  if (!turn) turns.set(companyId, (turn = pLimit(AT_ONCE)))
  const came = performance.now()
  try {
    return await turn(() => {
      if (performance.now() - came > LONGEST_WAIT_MS) throw new BusyError()
      return work()
    })
  } finally {
    if (turn.activeCount + turn.pendingCount === 0) turns.delete(companyId)
  }
}
