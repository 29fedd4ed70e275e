import type pg from 'pg'
import type { ClientConfig } from 'pg'
import { ServiceClient } from './dispatch/service-client.js'
import type { Log } from '../log/log.js'
import { SETTINGS, type Source } from './source.js'

/** The database URL or PgBouncer is misconfigured. The message says what to change. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError'
}

const UNDECLARED =
  'The URL of the database leads to a connection pooler. Add the parameter pgbouncer=true if it pools by transaction, ' +
  'otherwise pgbouncer=false.'

/** A connection outside of the pool, without its timeouts. Throws a `PoolerError`. */
export async function connectClient(
  source: Source,
  options: ClientConfig,
  log: Log,
): Promise<pg.Client> {
  const client = new ServiceClient({ ...source.connection, ...options })
  client.on('error', (error) => {
    log.warn({ error: error.message }, 'A connection outside of the pool broke')
  })
  try {
    await client.connect()
    if (source.pooled === undefined) await requireDirect(client)
    if (source.pooled) await requireSettings(client, log)
    return client
  } catch (error) {
    client.end().catch(() => undefined)
    if (/unsupported startup parameter/.test(String(error))) throw new PoolerError(UNDECLARED)
    throw error
  }
}

/**
 * Throws a `PoolerError` if the connection leads to a pooler. A pooler handles cancel requests itself, so it sends
 * clients a process id of its own instead of the server's. If the service treated a pooler as a server, the name of a
 * prepared statement could refer to a statement that another process prepared.
 */
async function requireDirect(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { processID } = client as unknown as { readonly processID: number }
  if (rows[0]?.pid !== processID) throw new PoolerError(UNDECLARED)
}

/**
 * Throws if the time zone is not UTC, which would change results. Other wrong settings only cost time: logs a warning.
 */
async function requireSettings(client: pg.Client, log: Log): Promise<void> {
  const names = Object.keys(SETTINGS)
  const { rows } = await client.query<{ name: keyof typeof SETTINGS; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as setting(name)',
    [names],
  )
  const different = rows.filter(({ name, value }) => value !== SETTINGS[name])
  if (different.length === 0) return
  const settings = Object.fromEntries(different.map(({ name }) => [name, SETTINGS[name]]))
  if ('TimeZone' in settings) {
    throw new PoolerError('PgBouncer must set the time zone: timezone=UTC in its database entry.')
  }
  log.warn({ settings }, "PgBouncer's connect_query does not set what the service expects")
}
