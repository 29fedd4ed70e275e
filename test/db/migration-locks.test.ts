import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/db/migrate.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = process.env['DATABASE_URL'] ?? ''

if (!server) console.log('Skipped: set DATABASE_URL to test against a PostgreSQL server.')

async function openDatabase() {
  const database = await createEmptyDatabase(server)
  onTestFinished(database.drop)
  return async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
}

async function writeMigration(script: string): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, '0001_locks'))
  await writeFile(join(folder, '0001_locks/migration.sql'), script)
  return folder
}

/** Migrates, and counts the attempts that did not get a lock. */
function startMigration(client: pg.Client, folder: string) {
  const reasons: unknown[] = []
  const warn = ({ reason }: { reason?: unknown }) => reasons.push(reason)
  return { reasons, done: migrate(client, { ...silentLog, warn }, folder) }
}

test.runIf(server)(
  'a migration that waits for a long transaction lets other clients use the table meanwhile',
  async () => {
    const connect = await openDatabase()
    const [long, other, migrating] = [await connect(), await connect(), await connect()]
    await long.query('CREATE TABLE used (id int)')
    await long.query('BEGIN; SELECT * FROM used')
    const folder = await writeMigration('ALTER TABLE used ADD COLUMN more int')
    const { reasons, done } = startMigration(migrating, folder)
    await expect.poll(() => reasons.length).toBeGreaterThan(1)
    await other.query(`SET statement_timeout = '10s'`)
    await other.query('SELECT * FROM used')
    expect(new Set(reasons)).toEqual(new Set(['canceling statement due to lock timeout']))
    await long.query('COMMIT')
    expect(await done).toEqual(['0001_locks'])
    await other.query('SELECT more FROM used')
  },
)

test.runIf(server)(
  'in a deadlock with a client, the migration is rolled back and tried again, and the client goes on',
  async () => {
    const connect = await openDatabase()
    const [client, migrating] = [await connect(), await connect()]
    await client.query('CREATE TABLE one (id int); CREATE TABLE other (id int)')
    await client.query('BEGIN; INSERT INTO other VALUES (1)')
    const folder = await writeMigration(
      'LOCK TABLE one; LOCK TABLE other; CREATE TABLE added (id int)',
    )
    const { reasons, done } = startMigration(migrating, folder)
    const blocked = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'other'::regclass`
    await expect.poll(async () => (await client.query(blocked)).rowCount, { interval: 10 }).toBe(1)
    await client.query('INSERT INTO one VALUES (1); COMMIT')
    expect(await done).toEqual(['0001_locks'])
    expect(reasons.length).toBeGreaterThan(0)
    expect((await client.query('SELECT FROM one, other')).rowCount).toBe(1)
  },
)
