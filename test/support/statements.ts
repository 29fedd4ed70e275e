import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { Database } from '../../src/db/connect.js'
import { serviceDatabaseOf } from './service-database.js'

/** The statements that `work` sends over the pool's connections, with their values. */
export async function sentBy(pool: Pool, work: () => Promise<unknown>): Promise<QueryConfig[]> {
  const sent: QueryConfig[] = []
  const listened = new Set<PoolClient>()
  const listen = (client: PoolClient) => {
    if (listened.has(client)) return
    listened.add(client)
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const listening = (first: string | QueryConfig, ...others: unknown[]): unknown => {
      sent.push(typeof first === 'string' ? { text: first, values: others[0] as unknown[] } : first)
      return query(first, ...others)
    }
    client.query = listening as PoolClient['query']
  }
  pool.on('acquire', listen)
  try {
    await work()
  } finally {
    pool.off('acquire', listen)
    for (const client of listened) Reflect.deleteProperty(client, 'query')
  }
  return sent
}

/** The start of the statement that sets the actor. It is sent together with other statements. */
const SET_ACTOR = "select set_config('app.actor'"

/** The texts of the statements that `work` sends, except those that authenticate or set the actor. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const sent = await sentBy(poolOf(db), work)
  return sent
    .filter(({ name, text }) => name !== 'authenticate' && !text.startsWith(SET_ACTOR))
    .map(({ text }) => text.replace(/^begin; .*/, 'begin'))
}

/** The pool that the service uses for a database: with `RLS=on`, another one than the builders of records. */
export const poolOf = (db: Database): Pool => serviceDatabaseOf(db).pool
