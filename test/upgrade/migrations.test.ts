import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { listMigrations, migrate } from '../../src/db/migrate.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { findIncompatibleChanges } from './incompatible-changes.js'
import { hasLastRelease, releasedMigrations } from './last-release.js'
import { readSchema } from './schema-snapshot.js'

const MIGRATIONS = 'prisma/migrations'

/** A line of a migration that says why an incompatible change is safe. `*` in the change stands for any text. */
const REASON = /^-- Older instances: (?<change>[^:]+): .{10,}$/gm

const server = process.env['DATABASE_URL'] ?? ''

if (!server) console.log('Skipped: set DATABASE_URL to test against a PostgreSQL server.')

async function openEmptyDatabase(): Promise<pg.Client> {
  const database = await createEmptyDatabase(server)
  onTestFinished(database.drop)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const escape = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&')

const matches = (pattern: string, change: string) =>
  new RegExp(`^${pattern.split('*').map(escape).join('.*')}$`).test(change)

test.runIf(server && hasLastRelease())(
  'migrations since the last release say why older instances survive each incompatible change',
  async () => {
    const client = await openEmptyDatabase()
    const released = releasedMigrations()
    const folder = await temporaryFolder()
    for (const name of released) {
      await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true })
    }
    await migrate(client, silentLog, folder)
    const before = await readSchema(client)
    await migrate(client, silentLog)
    const changes = findIncompatibleChanges(before, await readSchema(client))

    const names = (await listMigrations()).filter((name) => !released.includes(name))
    const scripts = names.map((name) => readFile(join(MIGRATIONS, name, 'migration.sql'), 'utf8'))
    const text = (await Promise.all(scripts)).join('\n')
    const explained = [...text.matchAll(REASON)].map(({ groups }) => groups?.['change'] ?? '')
    expect(changes.filter((change) => !explained.some((each) => matches(each, change)))).toEqual([])
    expect(explained.filter((each) => !changes.some((change) => matches(each, change)))).toEqual([])
  },
)

test.runIf(server)('finds each kind of incompatible change, and no other', async () => {
  const client = await openEmptyDatabase()
  await client.query(`
    create type mood as enum ('good', 'bad');
    create function one() returns int language sql return 1;
    create table gone (id int);
    create table kept (id int primary key, a int, b text, c int default 1, d int unique, e int);
    create index kept_e on kept (e)`)
  const before = await readSchema(client)
  await client.query(`
    alter table kept drop constraint kept_pkey, add column more int, add column filled int not null default 1;
    create table added (id int primary key, name text not null unique);
    alter table kept rename constraint kept_d_key to kept_d_unique;
    create index kept_c on kept (c)`)
  expect(findIncompatibleChanges(before, await readSchema(client))).toEqual([
    'builds index kept_c',
    'drops unique index kept_pkey',
  ])
  await client.query(`
    drop table gone;
    drop function one();
    alter type mood rename value 'bad' to 'poor';
    alter table kept drop column a, alter b type varchar(10), alter c drop default, alter e set not null,
      add f int not null, add check (id > 0);
    create unique index kept_e_unique on kept (e)`)
  expect(findIncompatibleChanges(before, await readSchema(client)).sort()).toEqual([
    'adds constraint kept.kept_id_check',
    'adds unique index kept_e_unique',
    'changes type of kept.b',
    'drops column kept.a',
    'drops default of kept.c',
    'drops enum value mood.bad',
    'drops function one()',
    'drops table gone',
    'drops unique index kept_pkey',
    'requires kept.e',
    'requires kept.f',
    'rewrites table kept',
  ])
})
