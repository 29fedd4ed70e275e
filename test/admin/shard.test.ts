import { expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { serverSource } from '../../src/db/source.js'
import { createAcme, runAdmin } from '../support/admin-command.js'
import { ownDatabase } from '../support/own-database.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** What needs no Citus. `npm run load -- citus` tests the rest. */
const CREATE = ['shard', 'create', '--workers', '10.0.0.2:5432,10.0.0.3']

const errorOf = async (env: Record<string, string>, args: readonly string[]) => {
  const { status, stdout, stderr } = await runAdmin(env, args)
  expect([status, stdout]).toEqual([1, ''])
  return stderr.trim().split('\n')
}

it('refuses an embedded database', async () => {
  const env = { DATABASE_URL: 'embedded', DATA_DIR: await temporaryFolder() }
  expect(await errorOf(env, CREATE)).toEqual([
    'The database is embedded: this command needs a PostgreSQL server.',
  ])
})

it.each([
  [['shard', 'create'], "required option '--workers <hosts>' not specified"],
  [['shard', 'create', '--workers', '10.0.0.2:x'], 'host:port is expected.'],
  [[...CREATE, '--shards', '0'], 'an integer from 1 to 1024 is expected.'],
  [['shard', 'move', 'Acme'], "missing required argument 'worker'"],
  [['shard', 'isolate'], "missing required argument 'company'"],
])('refuses the arguments %s', async (args, message) => {
  expect((await errorOf({}, args)).join('\n')).toContain(message)
})

it.runIf(process.env['DATABASE_URL'])(
  'refuses a server without Citus, and names all problems',
  async () => {
    const { env, remove } = await ownDatabase()
    try {
      await createAcme(env, 'ann@acme.example', 'a password of an operator')
      const DATABASE_REPLICA_URLS = 'postgresql://postgres@127.0.0.1:1/postgres'
      const [citus, ...others] = await errorOf({ ...env, DATABASE_REPLICA_URLS }, CREATE)
      expect(citus).toBe('The database has no Citus: run "create extension citus" in it.')
      expect(others.sort()).toEqual([
        'DATABASE_REPLICA_URLS is set: replicas of a distributed database are not supported.',
        'The service is online: run "admin maintenance on" first.',
      ])
      expect(await errorOf(env, ['shard', 'status'])).toEqual(['The database is not distributed.'])
    } finally {
      await remove()
    }
  },
)

it('does not open a distributed database with replicas', () => {
  const url = 'postgresql://postgres@127.0.0.1:1/postgres'
  const config = readConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: url })
  const kind = { isRestricted: false, isSharded: true }
  expect(() => connectSource(serverSource(url), config, silentLog, kind)).toThrow(
    'DATABASE_REPLICA_URLS: replicas of a distributed database are not supported',
  )
})
