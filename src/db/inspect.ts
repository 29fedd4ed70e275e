import { connectClient } from './connect-client.js'
import type { Log } from '../log/log.js'
import { findPending, listMigrations } from './migrate.js'
import { tablesWithoutStatistics } from './missing-statistics.js'
import { readServerKind, type ServerKind } from './server-kind.js'
import type { Source } from './source.js'

/** The state of a database and its migrations. */
export interface DatabaseState extends ServerKind {
  /** The version of PostgreSQL, such as `15.8`. */
  readonly version: string
  /** Whether no migration was ever applied. */
  readonly empty: boolean
  readonly pendingMigrations: readonly string[]
  /** The large tables without planner statistics. */
  readonly withoutStatistics: readonly string[]
}

/** Reads the state of a database without changing it. Throws if it is unavailable, or if a migration failed earlier. */
export async function inspectDatabase(
  source: Source,
  connectTimeoutMs: number,
  log: Log,
): Promise<DatabaseState> {
  const client = await connectClient(source, { connectionTimeoutMillis: connectTimeoutMs }, log)
  try {
    const { rows } = await client.query<{ version: string; hasHistory: boolean }>(
      `select current_setting('server_version') as version, to_regclass('_prisma_migrations') is not null as "hasHistory"`,
    )
    const [{ version, hasHistory } = { version: '', hasHistory: false }] = rows
    const all = await listMigrations()
    const pendingMigrations = hasHistory ? await findPending(client, log) : all
    const empty = pendingMigrations.length === all.length
    const withoutStatistics = await tablesWithoutStatistics(client)
    const kind = await readServerKind(client)
    return { version, empty, pendingMigrations, ...kind, withoutStatistics }
  } finally {
    await client.end()
  }
}
