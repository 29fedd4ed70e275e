import type { Pool, PoolClient } from 'pg'
import { v7 as newUuid } from 'uuid'
import type { Database } from '../db/connect.js'
import type { Sql } from '../db/dispatch/dispatch.js'
import { newApiKey } from '../domain/api-key/api-key-secret.js'
import { hashPassword } from '../domain/credential/password.js'
import { hashSecret } from '../domain/credential/secret.js'
import { type Demo, type DemoUser, writeDemo } from './demo-file.js'
import { generateCompany } from './generate/company.js'
import { countRows, demoTables, insertCompany } from './insert-rows.js'
import { type Plan, plans } from './plans.js'
import type { CompanyRows } from './rows.js'

export interface SeedOptions {
  /** How many times the demo's clients, sites, zones, assets, users, jobs and inspections are wanted. */
  readonly scale?: number
  /** The moment that the data is made to look fresh at. */
  readonly now?: Date
  /** Where demo.json goes. */
  readonly dataDir: string
  /** Told how many rows of how many have been inserted. */
  readonly onProgress?: (done: number, total: number) => void
}

const PASSWORD = 'demo-password'
const OAUTH_CLIENT = { id: 'demo-client', secret: 'demo-secret' }
const LOCK_KEY = 1_145_393_487

/** Whether the demo data is in the database: all of it, for it comes in one transaction. */
export async function demoExists(database: Pick<Sql, 'query'>): Promise<boolean> {
  const { rows } = await database.query({
    text: 'select from oauth_client where id = $1',
    values: [OAUTH_CLIENT.id],
  })
  return rows.length > 0
}

/**
 * Fills the database with the two demo companies and writes their credentials to demo.json; undefined where they are
 * there already. The file is written just before the transaction ends: whoever finds the data finds the file too.
 */
export async function seedDemo(
  db: Pick<Database, 'pool' | 'query'>,
  options: SeedOptions,
): Promise<Demo | undefined> {
  const demo = await inTransaction(db.pool, async (client) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    if (await demoExists(client)) return undefined
    const made = await insertDemo(client, options)
    await writeDemo(options.dataDir, made)
    return made
  })
  if (demo) for (const table of demoTables) await db.query({ text: `vacuum (analyze) ${table}` })
  return demo
}

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
    throw error
  }
}

async function insertDemo(
  client: PoolClient,
  { scale = 1, now = new Date(), onProgress }: SeedOptions,
): Promise<Demo> {
  const passwordHash = await hashPassword(PASSWORD)
  const [harbour, summit] = plans.map((plan) => ({
    plan,
    rows: generateCompany(plan, { scale, now, passwordHash }),
  })) as [PlannedCompany, PlannedCompany]

  const total = countRows(harbour.rows) + countRows(summit.rows)
  let done = 0
  const onInserted = (count: number) => onProgress?.((done += count), total)
  const insert = async ({ rows }: PlannedCompany) =>
    insertApiKey(client, await insertCompany(client, rows, onInserted), now)

  await client.query('insert into oauth_client (id, name, secret_hash) values ($1, $2, $3)', [
    OAUTH_CLIENT.id,
    'Demo',
    hashSecret(OAUTH_CLIENT.secret),
  ])
  return {
    users: [...usersOf(harbour), ...usersOf(summit)],
    oauthClient: OAUTH_CLIENT,
    apiKeys: { harbour: await insert(harbour), summit: await insert(summit) },
  }
}

interface PlannedCompany {
  readonly plan: Plan
  readonly rows: CompanyRows
}

const usersOf = ({ plan, rows }: PlannedCompany): DemoUser[] =>
  rows.User.flatMap(({ active, email }, index) => {
    const role = rows.Membership[index]?.role
    return active && role ? [{ company: plan.key, role, username: email, password: PASSWORD }] : []
  })

async function insertApiKey(
  client: PoolClient,
  { companyId, userId }: { companyId: number; userId: number },
  now: Date,
): Promise<string> {
  const { key, prefix, hash } = newApiKey()
  await client.query(
    `insert into api_key (uuid, company_id, user_id, name, prefix, hash, created_at)
     values ($1, $2, $3, 'Demo', $4, $5, $6)`,
    [newUuid(), companyId, userId, prefix, hash, now],
  )
  return key
}
