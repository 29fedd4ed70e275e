import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listMigrations, migrate } from '../../src/db/migrate.js'
import { connectDirectly } from '../support/database.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let client: pg.Client

beforeEach(async () => {
  client = await connectDirectly()
  await client.query('CREATE SCHEMA migrated')
  await client.query('SET search_path = migrated')
})
afterEach(async () => {
  await client.query('DROP SCHEMA migrated CASCADE')
  await client.end()
})

async function writeMigrations(scripts: Record<string, string>, folder?: string): Promise<string> {
  const written = folder ?? (await temporaryFolder())
  for (const [name, script] of Object.entries(scripts)) {
    await mkdir(join(written, name), { recursive: true })
    await writeFile(join(written, name, 'migration.sql'), script)
  }
  await writeFile(join(written, 'migration_lock.toml'), 'provider = "postgresql"\n')
  return written
}

const tables = async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'migrated' ORDER BY 1`,
  )
  return rows.map((row) => row.name)
}

const first = {
  '0001_first': 'CREATE TABLE first (id int); -- a comment; with a semicolon\nSELECT 1;',
}
const second = {
  '0002_second': `CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 2; END $$;
    CREATE TABLE second (id int DEFAULT two())`,
}

test('applies migrations in the order of their names, and only once', async () => {
  const folder = await writeMigrations({ ...second, ...first })
  const lines: string[] = []
  const log = { ...silentLog, info: (_: object, message: string) => lines.push(message) }
  expect(await migrate(client, log, folder)).toEqual(['0001_first', '0002_second'])
  expect(await migrate(client, silentLog, folder)).toEqual([])
  await writeMigrations({ '0003_third': 'ALTER TABLE second ADD COLUMN third int' }, folder)
  expect(await migrate(client, log, folder)).toEqual(['0003_third'])
  expect(lines).toEqual(['Created the tables', 'Applied migration 0003_third'])
})

test('no two migrations have the same number', async () => {
  const numbers = (await listMigrations()).map((name) => name.split('_', 1)[0])
  expect(numbers).toEqual([...new Set(numbers)])
})

test('each migration is recorded as Prisma records it', async () => {
  await migrate(client, silentLog, await writeMigrations(first))
  const { rows } = await client.query('SELECT * FROM _prisma_migrations')
  expect(rows).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      checksum: createHash('sha256').update(first['0001_first']).digest('hex'),
      finished_at: expect.any(Date) as Date,
      migration_name: '0001_first',
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date) as Date,
      applied_steps_count: 1,
    },
  ])
})

test('a migration that fails is rolled back, and the ones before it are kept', async () => {
  const broken = 'CREATE TABLE half (id int); CREATE TABLE half (id int)'
  const folder = await writeMigrations({ ...first, '0002_broken': broken })
  await expect(migrate(client, silentLog, folder)).rejects.toThrow(
    'Migration 0002_broken failed and was rolled back: relation "half" already exists',
  )
  expect(await tables()).toEqual(['_prisma_migrations', 'first'])

  await writeMigrations({ '0002_broken': 'CREATE TABLE mended (id int)' }, folder)
  expect(await migrate(client, silentLog, folder)).toEqual(['0002_broken'])
})

test('refuses to continue after a migration that Prisma recorded as failed, until it is resolved', async () => {
  const folder = await writeMigrations({ ...first, ...second })
  await migrate(client, silentLog, await writeMigrations(first))
  const half = `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '0002_second')`
  await client.query(half)
  await expect(migrate(client, silentLog, folder)).rejects.toThrow(
    'Migration 0002_second failed earlier',
  )
  expect(await tables()).not.toContain('second')

  await client.query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE id = 'x'`)
  expect(await migrate(client, silentLog, folder)).toEqual(['0002_second'])
})

test('a migration that was changed after it had been applied is logged and not applied again', async () => {
  const folder = await writeMigrations(first)
  await migrate(client, silentLog, folder)
  await writeMigrations({ '0001_first': 'CREATE TABLE other (id int)' }, folder)
  const warnings: object[] = []
  const log = { ...silentLog, warn: (details: object) => warnings.push(details) }
  expect(await migrate(client, log, folder)).toEqual([])
  expect(warnings).toEqual([{ migration: '0001_first' }])
})

test('a migration may take longer than the statement timeout', async () => {
  await client.query('SET statement_timeout = 50')
  const folder = await writeMigrations({ '0001_slow': 'SELECT pg_sleep(0.2)' })
  expect(await migrate(client, silentLog, folder)).toEqual(['0001_slow'])
})

test('the lock is released, also after a failure', async () => {
  const folder = await writeMigrations({ '0001_broken': 'SELECT no_such_function()' })
  await expect(migrate(client, silentLog, folder)).rejects.toThrow('no_such_function')
  const { rows } = await client.query(
    `SELECT * FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()`,
  )
  expect(rows).toEqual([])
})

test('every table is planned with estimates for a large company', async () => {
  const { rows } = await client.query<{ name: string; options: string[] | null }>(
    `SELECT c.relname AS name, a.attoptions AS options FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attname = 'company_id'`,
  )
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(({ options }) => !options?.includes('n_distinct=10'))).toEqual([])
})
