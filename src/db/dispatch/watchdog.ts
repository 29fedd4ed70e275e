import { setTimeout as delay } from 'node:timers/promises'
import pg, { type Client, type Pool, type PoolClient } from 'pg'
import { setHost } from '../find-primary.js'
import type { Host } from '../../config/server-url.js'
import type { Log } from '../../log/log.js'
import { streamOf } from './connection-stream.js'

/** A connection that is in use for this time may belong to a database that no longer responds. */
const SUSPICIOUS_MS = 3500
/** How often the times are checked. */
const CHECK_MS = 250

/** The time for the database to respond to a test. */
const PROBE_MS = 1000

/**
 * Closes the connections that are in use if the database does not respond, because it or the network hangs. Otherwise a
 * write would wait for the statement timeout, which the hanging server does not apply. When a connection has been in
 * use for 3.5 s, another one, outside of the pool, tests whether the database still executes statements.
 */
export function watchConnections(pool: Pool, log: Log): void {
  /** When each connection in use was taken from the pool. */
  const usedSince = new Map<PoolClient, number>()
  let timer: NodeJS.Timeout | undefined
  let isProbing = false

  const check = async () => {
    if (usedSince.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const limit = performance.now() - SUSPICIOUS_MS
    const suspicious = [...usedSince].filter(([, since]) => since < limit)
    if (isProbing || suspicious.length === 0) return
    isProbing = true
    const clients = suspicious.map(([client]) => client)
    const alive = await probeServers(pool, clients)
    isProbing = false
    for (const [client, since] of suspicious) {
      if (usedSince.get(client) !== since) continue
      if (alive.get(serverOf(client))) usedSince.set(client, performance.now())
      else close(client)
    }
  }
  const close = (client: PoolClient) => {
    log.warn({}, 'The database does not respond: a connection is closed')
    streamOf(client).destroy()
  }
  pool.on('acquire', (client) => {
    usedSince.set(client, performance.now())
    timer ??= setInterval(() => void check(), CHECK_MS).unref()
  })
  pool.on('release', (_error, client) => {
    usedSince.delete(client)
  })
}

/** The host and port of a connection. After a failover, connections of the same pool may have different ones. */
const serverOf = (client: PoolClient) => {
  const { host, port } = client as unknown as Client
  return `${host} ${port}`
}

/** Whether the server of each connection executes statements. */
async function probeServers(pool: Pool, clients: readonly PoolClient[]) {
  const servers = new Map(clients.map((client) => [serverOf(client), client as unknown as Client]))
  const probes = [...servers].map(async ([server, client]) => {
    return [server, await probe(pool, client)] as const
  })
  return new Map(await Promise.all(probes))
}

/** Whether a server executes a statement on a new connection. An error, such as too many connections, is a response. */
async function probe({ options }: Pool, { host, port }: Host): Promise<boolean> {
  const client = new pg.Client({
    ...options,
    // The pool makes `password` non-enumerable, so the spread omits it.
    password: options.password,
    connectionTimeoutMillis: PROBE_MS,
  })
  setHost(client, { host, port })
  client.on('error', () => undefined)
  const late = delay(PROBE_MS, false, { ref: false })
  const executed = client.connect().then(async () => {
    await client.query('select 1')
    return true
  })
  try {
    return await Promise.race([executed, late])
  } catch (error) {
    return error instanceof pg.DatabaseError
  } finally {
    streamOf(client).destroy()
  }
}
