import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { connectToOwner } from '../../src/db/embedded/lock.js'
import { adminJson, createAcme, runAdmin } from '../support/admin-command.js'
import type { ChildProcess } from '../support/child-process.js'
import { demoFolder } from '../support/demo-folder.js'
import { directUrl } from '../support/direct-url.js'
import { post } from '../support/graphql.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { addressOf, startServiceProcess } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { findPostgres } from '../support/cluster.js'

const server = process.env['DATABASE_URL'] ?? ''

const SIGN_IN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'
const CREATE = `mutation ($input: CreateZoneTypeInput!) {
  createZoneType(input: $input) { zoneType { name } userErrors { message } } }`
const COUNT = '{ zoneTypes(filter: { search: "backup" }) { totalCount } }'

const input = { username: 'admin@harbour.example', password: 'demo-password' }

async function signIn(service: ChildProcess) {
  const address = addressOf(service)
  const { status, data } = await post(SIGN_IN, { input }, {}, address)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${String(data.login.accessToken)}` }
  return (query: string, variables = {}) => post(query, variables, headers, address)
}

/** Restores a backup as docs/operating.md says. */
async function restore(file: string): Promise<string> {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'database'))
  execFileSync('tar', ['-xzf', file, '-C', join(folder, 'database')])
  return folder
}

it.skipIf(server)('of an embedded database is consistent, also while clients write', async () => {
  const [DATA_DIR, target] = [await demoFolder(), await temporaryFolder()]
  const service = startServiceProcess({ DATA_DIR })
  const graphql = await signIn(service)
  let acknowledged = 0
  let isWriting = true
  const write = async () => {
    while (isWriting) {
      const { status, data } = await graphql(CREATE, { input: { name: `backup ${acknowledged}` } })
      if (status === 200) {
        expect(data.createZoneType.userErrors).toEqual([])
        acknowledged += 1
      } else expect(status).toBe(503)
    }
  }
  onTestFinished(() => {
    isWriting = false
  })
  const writing = write()
  // If the test fails before it awaits this, that error is the one to show.
  writing.catch(() => {})
  await expect.poll(() => acknowledged).toBeGreaterThan(2)
  const before = acknowledged
  const file = join(target, 'backup.tar.gz')
  const result = await adminJson({ DATABASE_URL: '', DATA_DIR }, ['backup', file])
  expect(result).toEqual({ file, bytes: (await stat(file)).size })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  isWriting = false
  await writing
  expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('backup'))).toEqual([])
  await service.destroy()

  const restored = startServiceProcess({ DATA_DIR: await restore(file) })
  const { data } = await (await signIn(restored))(COUNT)
  expect(data.zoneTypes.totalCount).toBeGreaterThanOrEqual(before)
  expect(data.zoneTypes.totalCount).toBeLessThanOrEqual(acknowledged)
})

it.skipIf(server)(
  'of an embedded database does not need a running service, and overwrites no file',
  async () => {
    const env = { DATABASE_URL: '', DATA_DIR: await temporaryFolder() }
    const file = join(await temporaryFolder(), 'backup.tar.gz')
    const missing = await runAdmin({ ...env, DATA_DIR: join(env.DATA_DIR, 'typo') }, [
      'backup',
      file,
    ])
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('no database')])
    expect(await readdir(env.DATA_DIR)).toEqual([])
    await createAcme(env, input.username, input.password)
    await adminJson(env, ['backup', file])
    expect((await stat(file)).size).toBeGreaterThan(100_000)
    const { status, stderr } = await runAdmin(env, ['backup', file])
    expect([status, stderr]).toEqual([1, expect.stringContaining('EEXIST')])
  },
)

it.skipIf(server)('is not made for a process that cannot write to the data folder', async () => {
  const DATA_DIR = await demoFolder()
  const service = startServiceProcess({ DATA_DIR })
  await addressOf(service)
  await writeFile(join(DATA_DIR, 'other.tar.gz'), '')
  for (const name of [
    'other.tar.gz',
    '../backup-00000000-0000-0000-0000-000000000000.tar.gz',
    'backup-00000000-0000-0000-0000-000000000000.tar.gz',
  ]) {
    const socket = await connectToOwner(DATA_DIR)
    if (!socket) throw new Error('The service has not locked its folder.')
    socket.end(name)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toBe('This is not a valid request for a backup.')
  }
  expect((await stat(join(DATA_DIR, 'other.tar.gz'))).size).toBe(0)
})

it.runIf(server)('of a server can be restored with pg_restore', async () => {
  const bin = findPostgres()
  if (bin === undefined) throw new Error('The programs of PostgreSQL are not installed.')
  const [source, target] = [await createEmptyDatabase(server), await createEmptyDatabase(server)]
  onTestFinished(source.drop)
  onTestFinished(target.drop)
  const [DATA_DIR, file] = [await temporaryFolder(), join(await temporaryFolder(), 'dump')]
  const env = { NODE_ENV: 'development', DATA_DIR }
  await createAcme({ ...env, DATABASE_URL: source.url }, input.username, input.password)
  const first = startServiceProcess({ DATA_DIR, DATABASE_URL: source.url })
  await (
    await signIn(first)
  )(CREATE, { input: { name: 'backup' } })
  execFileSync(join(bin, 'pg_dump'), ['-Fc', directUrl(source.url), '-f', file])
  const into = ['-d', directUrl(target.url)]
  execFileSync(join(bin, 'pg_restore'), ['--exit-on-error', '--no-owner', ...into, file])
  const statistics = () => {
    const count = `select count(*) > 0 from pg_stats where tablename = 'zone_type'`
    return execFileSync(join(bin, 'psql'), ['-At', ...into, '-c', count], { encoding: 'utf8' })
  }
  expect(statistics()).toBe('f\n')
  execFileSync(join(bin, 'vacuumdb'), ['--quiet', '--analyze-in-stages', ...into])
  expect(statistics()).toBe('t\n')

  const restored = startServiceProcess({ DATA_DIR, DATABASE_URL: target.url })
  const { data } = await (await signIn(restored))(COUNT)
  expect(data.zoneTypes.totalCount).toBe(1)
  const refused = await runAdmin({ DATABASE_URL: target.url }, ['backup', file])
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('pg_dump')])
})
