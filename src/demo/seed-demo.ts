import type { PoolClient } from 'pg'
import { v7 as newUuid } from 'uuid'
import type { Database } from '../db/connect.js'
import type { Sql } from '../db/dispatch/dispatch.js'
import { type Log, withProgress } from '../log/log.js'
import { newApiKey } from '../domain/api-key/api-key-secret.js'
import { hashPassword } from '../domain/credential/password.js'
import { hashSecret } from '../domain/credential/secret.js'
import { demoIsUsable } from './demo-credentials.js'
import { demoCompanies } from './demo-companies.js'
import { type Demo, type DemoUser, readDemo, writeDemo } from './demo-file.js'
import { generateCompany } from './generate/company.js'
import { demoTables, insertCompany } from './insert-rows.js'
import type { CompanyRows } from './rows.js'

export interface SeedOptions {
  /** Multiplies the number of records of each company. */
  readonly scale?: number
  /** All times of the data are relative to this time. */
  readonly now?: Date
  /** The folder for demo.json. */
  readonly dataDir: string
  /** Called after each batch with the number of inserted rows and the number of all rows. */
  readonly onProgress?: (done: number, total: number) => void
}

const PASSWORD = 'demo-password'
const OAUTH_CLIENT = { id: 'demo-client', secret: 'demo-secret' }
const LOCK_KEY = 1_145_393_487

/** Whether the database has the demo data. Looks for one row, because one transaction inserts all of the data. */
export async function demoExists(database: Pick<Sql, 'read'>): Promise<boolean> {
  const { rows } = await database.read({
    text: 'select 1 from oauth_client where id = $1',
    values: [OAUTH_CLIENT.id],
  })
  return rows.length > 0
}

/** Fills an empty database with the demo data. Returns its credentials; undefined if the database has other data. */
export async function openDemo(db: Database, dataDir: string, log: Log): Promise<Demo | undefined> {
  const { rowCount } = await db.read({ text: 'select 1 from company limit 1' })
  if (rowCount === 0) {
    await withProgress(log, 'Filling the empty database with demo data', seedDemo(db, { dataDir }))
  }
  return (await demoIsUsable(db)) ? readDemo(dataDir, log) : undefined
}

/**
 * Inserts the two demo companies and writes their credentials to demo.json. Returns undefined if the database already
 * has them. Writes the file before the commit, so that a process that finds the data finds the file too.
 */
export async function seedDemo(
  db: Pick<Database, 'pool' | 'write'>,
  options: SeedOptions,
): Promise<Demo | undefined> {
  const client = await db.pool.connect()
  let demo: Demo
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    if (await demoExists({ read: (statement) => client.query(statement) })) return undefined
    demo = await insertDemo(client, options)
    await writeDemo(options.dataDir, demo)
    await client.query('commit')
  } finally {
    // Closes the connection: this rolls back a transaction that was not committed.
    client.release(true)
  }
  for (const table of demoTables) await db.write({ text: `vacuum (analyze) ${table}` })
  return demo
}

async function insertDemo(
  client: PoolClient,
  { scale = 1, now = new Date(), onProgress }: SeedOptions,
): Promise<Demo> {
  const passwordHash = await hashPassword(PASSWORD)
  const companies = demoCompanies.map((company) => ({
    key: company.key,
    rows: generateCompany(company, { scale, now, passwordHash }),
  }))
  const tables = companies.flatMap(({ rows }) => Object.values(rows))
  const total = tables.reduce((sum, { length }) => sum + length, 0)
  let done = 0
  const apiKeys = { harbour: '', summit: '' }
  for (const { key, rows } of companies) {
    const ids = await insertCompany(client, rows, (count) => onProgress?.((done += count), total))
    apiKeys[key] = await insertApiKey(client, ids, now)
  }
  await client.query(
    'insert into oauth_client (id, name, secret_hash, demo) values ($1, $2, $3, true)',
    [OAUTH_CLIENT.id, 'Demo', hashSecret(OAUTH_CLIENT.secret)],
  )
  return { users: companies.flatMap(usersOf), oauthClient: OAUTH_CLIENT, apiKeys }
}

const usersOf = ({ key, rows }: { key: DemoUser['company']; rows: CompanyRows }): DemoUser[] =>
  rows.User.flatMap(({ active, email }, index) => {
    const role = rows.Membership[index]?.role
    return active && role ? [{ company: key, role, username: email, password: PASSWORD }] : []
  })

async function insertApiKey(
  client: PoolClient,
  { companyId, userId }: { companyId: number; userId: number },
  now: Date,
): Promise<string> {
  const { key, prefix, hash } = newApiKey(companyId)
  await client.query(
    `insert into api_key (uuid, company_id, user_id, name, prefix, hash, created_at)
     values ($1, $2, $3, 'Demo', $4, $5, $6)`,
    [newUuid(), companyId, userId, prefix, hash, now],
  )
  return key
}
