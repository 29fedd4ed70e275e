import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { applyMigration } from '../../src/db/apply-migration.js'
import { BlockerWatch } from '../../src/db/blocker-watch.js'
import { listMigrations, migrate } from '../../src/db/migrate.js'
import { connectClient } from '../../src/db/connect-client.js'
import { embeddedSource } from '../../src/db/source.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { lateLocksOf } from './late-locks.js'

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
  'a migration is not tried forever: the error names the transaction that holds the lock, not an older one',
  async () => {
    const connect = await openDatabase()
    const [older, long, migrating] = [await connect(), await connect(), await connect()]
    await long.query(`CREATE TABLE used (id int); CREATE TABLE other (id int)`)
    await older.query(`SET application_name = 'innocent'; BEGIN; SELECT * FROM other`)
    await older.query('LOCK TABLE used IN ACCESS SHARE MODE')
    await long.query(`SET application_name = 'report'; BEGIN`)
    await long.query('INSERT INTO used VALUES (1)')
    const warnings: object[] = []
    const log = { ...silentLog, warn: (details: object) => warnings.push(details) }
    const script = 'LOCK TABLE other IN SHARE MODE; LOCK TABLE used IN SHARE MODE'
    const migration = { name: '0001', script, isApplied: async () => false }
    const watch = new BlockerWatch(connect)
    // Long enough to find the transaction on a slow machine, too.
    const options = { watch, maxAttempts: 2, lockTimeoutMs: 3000 }
    const error = await applyMigration(migrating, log, migration, options).catch(String)
    const blockers =
      /^Process \d+ \(\w+, report\) .* idle in transaction, .* INSERT INTO used VALUES \(1\)$/
    const [message, described] = String(error).split(' attempts. ')
    expect(message).toBe('Error: Migration 0001 did not get a lock in 2')
    expect(described).toMatch(blockers)
    expect(warnings).toEqual([
      expect.objectContaining({ attempt: 1, blockers: expect.stringMatching(blockers) }),
    ])
  },
)

/** An empty database on the server, or the embedded one. */
async function connectAnywhere() {
  if (server) return (await openDatabase())()
  const source = await embeddedSource(undefined, false)
  onTestFinished(() => source.close())
  const client = await connectClient(source, {}, silentLog)
  onTestFinished(() => client.end())
  return client
}

test('a migration takes all locks of existing tables before it works', async () => {
  const client = await connectAnywhere()
  // The earlier ones are released, or have their own comment.
  const isChecked = (name: string) => name >= '0019'
  const names = await listMigrations()
  expect(names.filter(isChecked).length).toBeGreaterThan(3)
  for (const name of names) {
    const script = await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8')
    if (isChecked(name)) expect(await lateLocksOf(client, script), name).toEqual([])
    else await client.query(script)
  }
})

const LATE: [script: string, late: string[]][] = [
  ['ALTER TABLE one ADD COLUMN a int', []],
  ['CREATE FUNCTION f() RETURNS int RETURN 1; CREATE INDEX ON one (id)', []],
  ['CREATE TABLE added (id int); INSERT INTO added SELECT id FROM one', []],
  [
    'LOCK TABLE one IN SHARE MODE; LOCK TABLE two; CREATE INDEX ON one (id); DROP INDEX two_idx',
    [],
  ],
  ['UPDATE one SET id = 2; ALTER TABLE one ADD COLUMN a int', ['one: AccessExclusiveLock']],
  ['CREATE INDEX ON one (id); CREATE INDEX ON two (id)', ['two: ShareLock']],
  ['LOCK TABLE one IN SHARE MODE; UPDATE one SET id = 2', ['one: RowExclusiveLock']],
  ['LOCK TABLE one; DROP INDEX two_idx', ['two: AccessExclusiveLock']],
  ['LOCK TABLE one; DELETE FROM two', ['two: RowExclusiveLock']],
  [
    'CREATE TABLE added (id int); ALTER TABLE added ADD FOREIGN KEY (id) REFERENCES two (id)',
    ['two: ShareRowExclusiveLock'],
  ],
  [
    `DO $$ BEGIN PERFORM pg_sleep(0); EXECUTE 'DROP TABLE one'; END $$`,
    [expect.stringMatching(/^\d+: AccessExclusiveLock/)],
  ],
]

test.runIf(server).each(LATE)(
  'finds the locks that a migration takes too late: %s',
  async (script, late) => {
    const client = await (await openDatabase())()
    await client.query(
      'CREATE TABLE one (id int); CREATE TABLE two (id int UNIQUE); CREATE INDEX two_idx ON two (id)',
    )
    const found = await lateLocksOf(client, script)
    expect(found.map((lock) => lock.replace(/ in [^]*/, ''))).toEqual(late)
  },
)
