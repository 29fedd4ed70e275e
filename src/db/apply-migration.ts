import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import type { Log } from './log.js'

/**
 * The longest wait of a migration for a lock, in milliseconds. While it waits for a table that a long transaction uses, all
 * new statements on the table queue behind it. Less than PostgreSQL's `deadlock_timeout` (1 s): in a deadlock with a
 * client's transaction, the migration gives up before PostgreSQL cancels either.
 */
const LOCK_TIMEOUT_MS = 300

/** SQLSTATEs: the lock timeout, and a deadlock that PostgreSQL has found first. */
const LOCK_FAILURES = new Set(['55P03', '40P01'])

/** The wait before the next attempt grows from the first to the second of these, in milliseconds. */
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/**
 * Applies a migration and records it in one transaction, so that a crash leaves both or neither. If it does not get a lock,
 * it is rolled back and tried again, without a limit: instances of the older version serve clients meanwhile.
 */
export async function applyMigration(
  client: ClientBase,
  log: Log,
  name: string,
  script: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await apply(client, name, script)
      return
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined)
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (!isLockFailure(cause)) {
        throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause })
      }
      log.warn(
        { migration: name, attempt, reason },
        'A migration did not get a lock and is retried',
      )
      await delay(Math.min(MAX_RETRY_MS, MIN_RETRY_MS * attempt))
    }
  }
}

async function apply(client: ClientBase, name: string, script: string): Promise<void> {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await client.query(script)
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum(script), name],
  )
  await client.query('COMMIT')
}

const isLockFailure = (error: unknown) =>
  LOCK_FAILURES.has(String((error as { code?: unknown }).code))

/** As Prisma computes it. */
export const checksum = (script: string): string =>
  createHash('sha256').update(script).digest('hex')
