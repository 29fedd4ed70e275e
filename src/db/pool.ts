import pg from 'pg'
import { BatchQueue } from './batch-queue.js'
import type { Log } from './log.js'

/** How many connections a pool holds, and how long it waits for one and for a statement. */
export interface PoolSettings {
  size: number
  connectTimeoutMs: number
  statementTimeoutMs: number
}

type Query = (...parameters: unknown[]) => Promise<unknown>

/** What takes longer than this is slow, and keeps nobody waiting who may not be. */
export const SLOW_MS = 100

/**
 * How long after the server's own time limit a statement is given up on: then it is the network that hangs, or what was
 * sent before it over the same connection took as long.
 */
const NETWORK_GRACE_MS = 5000

/** How long an idle connection is kept: the first statements over a new one take several times as long. */
const IDLE_MS = 10 * 60_000

/** A longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Opens a pool that outlives broken connections: neither a restart of the server nor one that hangs ends the process. */
export function openPool(connection: pg.ClientConfig, settings: PoolSettings, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: settings.size,
    connectionTimeoutMillis: settings.connectTimeoutMs,
    idleTimeoutMillis: IDLE_MS,
    statement_timeout: settings.statementTimeoutMs,
    query_timeout: Math.min(settings.statementTimeoutMs + NETWORK_GRACE_MS, LONGEST_TIMER_MS),
    keepAlive: true,
    // What is sent together goes together. And only so, a statement given up on closes its connection: it still runs,
    // and what came next would wait for it, or join its transaction.
    pipeline: true,
  })
  const warn = (error: Error) => {
    log.warn({ error: error.message }, 'A database connection broke')
  }
  pool.on('error', warn)
  pool.on('connect', (client) => {
    client.on('error', warn)
  })
  const query = byTurns(pool, keepingConnections(pool))
  pool.query = query as typeof pool.query
  return pool
}

/**
 * node-postgres closes a connection after every failed statement, also when it was only a constraint that refused a
 * row. Here it is kept unless the connection itself failed, and with it the statements prepared on it.
 */
const keepingConnections =
  (pool: pg.Pool): Query =>
  async (...parameters) => {
    const client = await pool.connect()
    try {
      const result = await (client.query as Query)(...parameters)
      client.release()
      return result
    } catch (error) {
      client.release(mayBeBroken(error))
      throw error
    }
  }

/**
 * Statements sent by themselves get half of the connections: where more are at work than the server has processors,
 * none of them ends sooner, and some much later. The others are for transactions, and for who comes after slow ones.
 */
function byTurns(pool: pg.Pool, query: Query): Query {
  const limits = {
    size: 1,
    atOnce: Math.ceil(pool.options.max / 2),
    slowMs: SLOW_MS,
    waitMs: longestWait(pool),
  }
  const turns = new BatchQueue<unknown[], unknown>(limits, async (batch) => {
    for (const { asked, resolve, reject } of batch) await query(...asked).then(resolve, reject)
  })
  return (...parameters) => turns.add(parameters)
}

/** Whether the connection of a statement that failed is best closed. */
export const mayBeBroken = (error: unknown) =>
  !(error instanceof pg.DatabaseError && error.severity === 'ERROR')

/** How long whoever asks for a connection waits for one, in ms. */
export const longestWait = ({ options }: pg.Pool) => options.connectionTimeoutMillis ?? 0
