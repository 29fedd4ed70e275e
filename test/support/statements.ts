import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { Database } from '../../src/db/connect.js'
import { serviceDatabaseOf } from './service-database.js'

interface Sent extends QueryConfig {
  /** The connection. */
  readonly client: PoolClient
  /** Whether no other statement was in progress when it was sent: it begins a round trip. */
  readonly beginsTrip: boolean
}

/**
 * The statements that `work` sends over the pool's connections, with their values. `begin` and the settings of a transaction are one
 * statement, as on a plain database: for a distributed one, the service sends the settings after `begin`. A query that the server of the
 * company prepares (`src/db/dispatch/on-shard.ts`) is that query.
 */
export async function sentBy(pool: Pool, work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = []
  const listened = new Set<PoolClient>()
  let inProgress = 0
  const listen = (client: PoolClient) => {
    if (listened.has(client)) return
    listened.add(client)
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const listening = (first: string | QueryConfig, ...others: unknown[]): unknown => {
      const statement =
        typeof first === 'string'
          ? { text: first, values: others[0] as unknown[] }
          : queryOnShard(first)
      const begin = sent.at(-1)
      if (begin?.text === 'begin' && begin.client === client && isSetting(statement.text))
        sent[sent.length - 1] = { ...begin, text: `begin; ${statement.text}` }
      else sent.push({ ...statement, client, beginsTrip: inProgress === 0 })
      const result = query(first, ...others)
      inProgress += 1
      const end = () => (inProgress -= 1)
      Promise.resolve(result).then(end, end)
      return result
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

function queryOnShard(statement: QueryConfig): QueryConfig {
  if (!statement.name?.startsWith('answer-on-shard')) return statement
  const [, text, ...values] = statement.values as [unknown, string, ...unknown[]]
  // The check of a token: its name is not sent.
  const name = text.endsWith("then 'valid' end") ? 'authenticate-again' : statement.name
  return { name, text, values }
}

const isSetting = (text: string) =>
  /^(set local |set transaction |select set_config\(|do .* execute format\('set local )/.test(text)

/**
 * The texts of the statements that `work` sends, except those that authenticate. Under row-level security, a read is sent
 * between `begin`, which sets the company only, and `commit`: these two are left out, so that the result is the same.
 */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  const reading = new Set<PoolClient>()
  const isFrame = ({ text, client }: Sent) => {
    if (/^begin; .*app\.company_id/.test(text) && !text.includes('app.actor')) reading.add(client)
    else return text === 'commit' && reading.delete(client)
    return true
  }
  const sent = await sentBy(poolOf(db), work)
  return sent
    .filter((statement) => !isFrame(statement) && !statement.name?.startsWith('authenticate'))
    .map(({ text }) => text.replace(/^begin; .*/, 'begin'))
}

/** The pool that the service uses for a database: on a server, another one than the builders of records. */
export const poolOf = (db: Database): Pool => serviceDatabaseOf(db).pool
