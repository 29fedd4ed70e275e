import type { Database } from '../db/connect.js'
import { isPartlyUnavailable } from '../db/unavailable.js'

export type WorkDatabase = Pick<Database, 'read' | 'status'>

/** How long only the companies of the other servers are asked, after one was found to be down, in milliseconds. */
const OUTAGE_MS = 5000

interface Outage {
  readonly until: number
  /** The companies of the servers that responded. */
  readonly reachable: readonly number[]
}

const outages = new WeakMap<WorkDatabase, Outage>()

/**
 * Finds the companies that have work for a worker, with one query of all companies. The last parameter of the query, which this function
 * adds, has the companies to ask; null: all.
 *
 * If a server of a distributed database is down, a query of all companies fails. Then only the companies of the other servers are asked:
 * their work goes on, and that of the others waits until the server responds.
 */
export async function findWork<Row extends object>(
  db: WorkDatabase,
  query: { readonly name: string; readonly text: string; readonly values?: readonly unknown[] },
): Promise<readonly Row[]> {
  const ask = async (among: readonly number[] | null) =>
    (await db.read<Row>({ ...query, values: [...(query.values ?? []), among] })).rows
  const outage = outages.get(db)
  if (outage && outage.until > Date.now()) return ask(outage.reachable)
  try {
    return await ask(null)
  } catch (error) {
    if (!isPartlyUnavailable(db.status(), error)) throw error
    const reachable = await findReachable(db)
    outages.set(db, { until: Date.now() + OUTAGE_MS, reachable })
    return ask(reachable)
  }
}

async function findReachable(db: WorkDatabase): Promise<readonly number[]> {
  const { rows } = await db.read<{ companyId: number }>({
    name: 'reachable-companies',
    text: 'select reachable_companies() as "companyId"',
  })
  return rows.map(({ companyId }) => companyId)
}
