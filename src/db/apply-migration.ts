import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { type Log, withProgress } from '../log/log.js'
import { BlockerWatch } from './blocker-watch.js'
import { inLockedTransaction } from './migration-lock.js'
import { findTableOfNewKey, withoutCascade } from './shards/new-keys.js'
import { splitStatements } from './shards/split-statements.js'
import { allowDefinitions, distributeTables } from './shards/tables.js'

/**
 * The lock timeout of a migration, in milliseconds. While a migration waits for the lock of a table that a long
 * transaction uses, all new statements on the table queue behind the migration. Less than PostgreSQL's
 * `deadlock_timeout` (1 s): in a deadlock with a client's transaction, the migration gives up before PostgreSQL cancels
 * either.
 */
const LOCK_TIMEOUT_MS = 300

/** SQLSTATEs: the lock timeout, and a deadlock that PostgreSQL has found first. */
const LOCK_FAILURES = new Set(['55P03', '40P01'])

/**
 * Linear backoff: the wait before the next attempt grows from the first of these values to the second, in milliseconds.
 */
const MIN_RETRY_MS = 500
const MAX_RETRY_MS = 10_000

/** After these attempts, in about eight minutes, the start fails with an error that names what holds the locks. */
const MAX_ATTEMPTS = 60

interface MigrationOptions {
  readonly watch?: BlockerWatch
  readonly maxAttempts?: number
  readonly lockTimeoutMs?: number
  /** Whether Citus distributes the database. */
  readonly isSharded?: boolean
}

interface Migration {
  readonly name: string
  readonly script: string
  readonly isApplied: () => Promise<boolean>
}

/**
 * Applies a migration and records it in one transaction, so that a crash leaves both or neither. If the migration does
 * not get a lock in time, it is rolled back and tried again: instances of the older version serve clients in the
 * meantime. Returns false if another process has applied it.
 */
export async function applyMigration(
  client: ClientBase,
  log: Log,
  migration: Migration,
  options: MigrationOptions = {},
): Promise<boolean> {
  const { name } = migration
  const { watch = new BlockerWatch(), maxAttempts = MAX_ATTEMPTS } = options
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, isSharded = false } = options
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await inLockedTransaction(client, log, async () => {
        if (await migration.isApplied()) return false
        const applying = execute(client, migration, { watch, lockTimeoutMs, isSharded })
        await withProgress(log, `Applying migration ${name}`, applying)
        return true
      })
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      if (!isLockFailure(cause)) {
        throw new Error(`Migration ${name} failed and was rolled back: ${reason}`, { cause })
      }
      const { blockers } = watch
      if (attempt >= maxAttempts) {
        throw new Error(
          `Migration ${name} did not get a lock in ${attempt} attempts. ${blockers ?? ''}`.trimEnd(),
          { cause },
        )
      }
      log.warn(
        { migration: name, attempt, reason, ...(blockers && { blockers }) },
        'A migration did not get a lock and is tried again',
      )
      await delay(Math.min(MAX_RETRY_MS, MIN_RETRY_MS * attempt))
    }
  }
}

async function execute(
  client: ClientBase,
  { name, script }: Migration,
  { watch, lockTimeoutMs, isSharded }: Required<Omit<MigrationOptions, 'maxAttempts'>>,
): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  if (isSharded) await allowDefinitions(client)
  const statements = isSharded ? splitStatements(script) : [script]
  const run = (statement: string) => watch.during(rows[0]?.pid ?? 0, client.query(statement))
  // Foreign keys between distributed tables and new ones: the new tables are distributed first.
  const keys = new Map<string, string>()
  for (const statement of statements) {
    const table = isSharded ? await findTableOfNewKey(client, statement) : undefined
    if (table === undefined) await run(statement)
    else keys.set(statement, table)
  }
  if (isSharded) await distributeTables(client, { referenced: [...keys.values()] })
  for (const statement of keys.keys()) await run(withoutCascade(statement))
  await client.query(
    `INSERT INTO _prisma_migrations
       (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), checksum(script), name],
  )
}

const isLockFailure = (error: unknown) =>
  LOCK_FAILURES.has(String((error as { code?: unknown }).code))

/** As Prisma computes it. */
export const checksum = (script: string): string =>
  createHash('sha256').update(script).digest('hex')
