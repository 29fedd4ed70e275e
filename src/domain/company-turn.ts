import type { Pool, QueryConfig, QueryResult, QueryResultRow } from 'pg'
import { BusyError } from '../db/faults.js'
import { type Outcome, RolledBackError, runTogether } from '../db/run-together.js'

/** How many share a transaction, and with it one flush to the disk. */
const MOST_TOGETHER = 10

/** Who has waited longer than this is told to come again, and what he asked for is not done. */
const LONGEST_WAIT_MS = 5000

interface Waiting {
  readonly statement: QueryConfig
  readonly came: number
  readonly resolve: (result: QueryResult) => void
  readonly reject: (error: unknown) => void
}

/** Who waits for a turn, by company. */
type Queues = Map<number, Waiting[]>
const queuesOf = new WeakMap<Pool, Queues>()

/**
 * Runs a statement that raises a counter of the company. All that do queue for the company's row, and hold it until
 * they are on the disk. So those of this process take turns before that: while some are under way others wait, and go
 * next in one transaction. It is the row's lock that keeps numbers apart, also from other processes.
 */
export function inCompanyTurn<Row extends QueryResultRow>(
  pool: Pool,
  companyId: number,
  statement: QueryConfig,
): Promise<QueryResult<Row>> {
  let queues = queuesOf.get(pool)
  if (!queues) queuesOf.set(pool, (queues = new Map<number, Waiting[]>()))
  const known = queues.get(companyId)
  const queue = known ?? []
  const turn = new Promise<QueryResult>((resolve, reject) => {
    queue.push({ statement, came: performance.now(), resolve, reject })
  })
  if (!known) {
    queues.set(companyId, queue)
    void takeTurns(pool, queues, companyId, queue)
  }
  return turn as Promise<QueryResult<Row>>
}

async function takeTurns(
  pool: Pool,
  queues: Queues,
  companyId: number,
  queue: Waiting[],
): Promise<void> {
  while (queue.length > 0) {
    const now = performance.now()
    const next = queue.splice(0, MOST_TOGETHER)
    for (const { came, reject } of next) if (isLate(came, now)) reject(new BusyError())
    await run(
      pool,
      next.filter(({ came }) => !isLate(came, now)),
    )
  }
  // At once, so that nobody joins a queue that is no longer served.
  queues.delete(companyId)
}

const isLate = (came: number, now: number) => now - came > LONGEST_WAIT_MS

/** Runs what waited together; one after the other where one of them broke a rule, for the others did not. */
async function run(pool: Pool, together: readonly Waiting[]): Promise<void> {
  if (together.length > 1) {
    try {
      const outcomes = await runTogether(
        pool,
        together.map(({ statement }) => statement),
      )
      together.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index] as Outcome
        if (outcome.status === 'fulfilled') resolve(outcome.value)
        else reject(outcome.reason)
      })
      return
    } catch (error) {
      if (!(error instanceof RolledBackError)) {
        for (const { reject } of together) reject(error)
        return
      }
    }
  }
  for (const { statement, resolve, reject } of together) {
    await pool.query(statement).then(resolve, reject)
  }
}
