import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { isSharded } from './shards.js'

/** On a distributed database, statements wait on the server of the shard. */
const ACTIVITY = isSharded ? 'citus_stat_activity' : 'pg_stat_activity'
const BLOCKED = `select count(*)::int as count from ${ACTIVITY}
  where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Resolves when a statement of another connection waits for a lock; `query` is of the transaction that holds it. The
 * embedded database has one connection, so statements wait for the transaction before they are sent.
 */
export async function untilBlocked(
  query: (statement: { text: string }) => Promise<{ rows: unknown[] }>,
): Promise<void> {
  // Statements that are not sent cannot be seen. The tests pass if they are late, but check less then.
  if (!process.env['DATABASE_URL']) return delay(100)
  await vi.waitFor(async () => {
    const [row] = (await query({ text: BLOCKED })).rows as { count: number }[]
    expect(row?.count).toBeGreaterThan(0)
  }, 60_000)
}
