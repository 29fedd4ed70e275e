import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ClientBase } from 'pg'
import { MIGRATIONS_FOLDER } from '../migrations-folder.js'
import { applyMigration, checksum } from './apply-migration.js'
import type { Log } from '../log/log.js'
import { BlockerWatch } from './blocker-watch.js'
import { inLockedTransaction } from './migration-lock.js'
import { readServerKind } from './server-kind.js'

const MIGRATIONS = fileURLToPath(MIGRATIONS_FOLDER)

const CREATE_HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

interface HistoryRow {
  migration_name: string
  checksum: string
  finished_at: Date | null
}

/**
 * Applies the pending migrations in the order of their names, and returns the names of those that it applied. Records
 * each migration in the table that `prisma migrate deploy` uses. If several processes migrate at the same time, one
 * applies a migration and the others wait. `watch` finds what blocks a migration.
 */
export async function migrate(
  client: ClientBase,
  log: Log,
  folder = MIGRATIONS,
  watch = new BlockerWatch(),
): Promise<string[]> {
  await inLockedTransaction(client, log, () => client.query(CREATE_HISTORY))
  const applied: string[] = []
  const pending = await findPending(client, log, folder)
  const { isSharded } = await readServerKind(client)
  const isNew = pending.length === (await listMigrations(folder)).length
  for (const name of pending) {
    const script = await readScript(folder, name)
    const isApplied = async () => (await readHistory(client)).has(name)
    const start = performance.now()
    if (!(await applyMigration(client, log, { name, script, isApplied }, { watch, isSharded })))
      continue
    applied.push(name)
    const durationMs = Math.round(performance.now() - start)
    if (!isNew) log.info({ durationMs }, `Applied migration ${name}`)
  }
  if (isNew && applied.length > 0) log.info({ migrations: applied.length }, 'Created the tables')
  return applied
}

/** Throws a `PendingMigrationsError` if the database lacks a migration. */
export async function requireMigrated(client: ClientBase, log: Log): Promise<void> {
  const pending = await findPending(client, log)
  if (pending.length > 0) throw new PendingMigrationsError(pending)
}

/** The database lacks migrations, and its user may not apply them. */
export class PendingMigrationsError extends Error {
  constructor(pending: readonly string[]) {
    super(
      `The database lacks the migrations ${pending.join(', ')}, and the user of DATABASE_URL does not own its tables. ` +
        'Set MIGRATION_DATABASE_URL to a URL with their owner.',
    )
    this.name = 'PendingMigrationsError'
  }
}

/** The names of the migrations that are not applied yet. Throws if one failed earlier. */
export async function findPending(
  client: ClientBase,
  log: Log,
  folder = MIGRATIONS,
): Promise<string[]> {
  const applied = await readHistory(client)
  const names = await listMigrations(folder)
  for (const name of names) {
    const recorded = applied.get(name)
    if (recorded !== undefined && recorded !== checksum(await readScript(folder, name))) {
      log.warn({ migration: name }, 'A migration was changed after it was applied')
    }
  }
  return names.filter((name) => !applied.has(name))
}

/** The checksum of each migration that is applied, by name. Throws if one failed earlier. */
async function readHistory(client: ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<HistoryRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed) {
    throw new Error(
      `Migration ${failed.migration_name} failed earlier and may be partly applied. ` +
        'Repair the database, then run "prisma migrate resolve" with --applied or --rolled-back.',
    )
  }
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

/** The names of all migrations, in the order in which they are applied. */
export async function listMigrations(folder = MIGRATIONS): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => name).sort()
}

const readScript = (folder: string, name: string) =>
  readFile(join(folder, name, 'migration.sql'), 'utf8')
