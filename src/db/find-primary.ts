import pg, { type ClientConfig } from 'pg'
import { streamOf } from './dispatch/connection-stream.js'
import type { Host } from '../config/server-url.js'
import { NoPrimaryError } from './unavailable.js'

/** The time for a server to connect, and to answer one statement. */
const PROBE_MS = 1000

/** Finds the host whose server accepts writes. Rejects with a NoPrimaryError if none does. */
export type FindPrimary = () => Promise<Host>

/**
 * node-postgres connects to one host only, so this does what libpq does for `target_session_attrs=read-write`: it opens
 * a connection to every host and takes the first one whose server is not read-only, as a standby is. Concurrent calls
 * share one search. The result is not cached: connections are opened rarely, and the primary may change at any time.
 */
export function createPrimaryFinder(hosts: readonly Host[], connection: ClientConfig): FindPrimary {
  let search: Promise<Host> | undefined
  const find = () =>
    Promise.any(hosts.map((host) => requirePrimary(host, connection))).catch((error: unknown) => {
      const { errors } = error as AggregateError
      const reasons = errors.map((each: Error) => each.message).join('; ')
      throw new NoPrimaryError(`No host of DATABASE_URL accepts writes: ${reasons}`)
    })
  return () =>
    (search ??= find().finally(() => {
      search = undefined
    }))
}

/** Makes an unconnected client connect to a host, whatever its connection string says. */
export function setHost(client: pg.Client, { host, port }: Host): void {
  Object.assign(client, { host, port })
}

async function requirePrimary(host: Host, connection: ClientConfig): Promise<Host> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => undefined)
  setHost(client, host)
  try {
    await client.connect()
    const { rows } = await client.query<{ isReadOnly: string }>(
      `select current_setting('transaction_read_only') as "isReadOnly"`,
    )
    if (rows[0]?.isReadOnly !== 'off') throw new Error(`${host.host}:${host.port} is read-only`)
    return host
  } finally {
    streamOf(client).destroy()
  }
}
