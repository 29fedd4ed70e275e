import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigration } from '../../src/db/apply-migration.js'
import { listMigrations, migrate } from '../../src/db/migrate.js'
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

test.runIf(server)(
  'a migration is not tried forever: the error names the open transaction',
  async () => {
    const connect = await openDatabase()
    const [long, migrating] = [await connect(), await connect()]
    await long.query(`SET application_name = 'report'; CREATE TABLE used (id int)`)
    await long.query('BEGIN')
    await long.query('SELECT * FROM used')
    const warnings: object[] = []
    const log = { ...silentLog, warn: (details: object) => warnings.push(details) }
    const migration = { name: '0001', script: 'LOCK TABLE used', isApplied: async () => false }
    const applying = applyMigration(migrating, log, migration, 2)
    const blocker = /Process \d+ \(\w+, report\) .* idle in transaction, .* SELECT \* FROM used/
    await expect(applying).rejects.toThrow(blocker)
    await expect(applying).rejects.toThrow('Migration 0001 did not get a lock in 2 attempts.')
    expect(warnings).toEqual([
      expect.objectContaining({ attempt: 1, blocker: expect.stringMatching(blocker) }),
    ])
  },
)

/** Statements that lock a table, with the table's name. */
const LOCKING =
  /^(?:ALTER TABLE|CREATE (?:UNIQUE )?INDEX [^;]*?\bON|CREATE (?:OR REPLACE )?TRIGGER [^;]*?\bON) "?(\w+)"?/gim

test('a migration that locks several existing tables begins with LOCK TABLE of all of them', async () => {
  // The earlier ones are released, or have their own comment.
  const names = (await listMigrations()).filter((name) => name >= '0019')
  expect(names.length).toBeGreaterThan(3)
  for (const name of names) {
    const text = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')
    // Without comments and the bodies of functions.
    const script = text.replace(/^--.*\n/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '')
    const created = [...script.matchAll(/CREATE TABLE "?(\w+)"?/g)].map(([, table]) => table)
    const locked = new Set([...script.matchAll(LOCKING)].map(([, table]) => table))
    for (const table of created) locked.delete(table)
    if (locked.size < 2) continue
    const [locks = ''] = /^\s*(LOCK TABLE [^;]*;\s*)+/.exec(script) ?? []
    for (const table of locked) expect(locks, name).toMatch(new RegExp(`\\b${table}\\b`))
  }
})
