import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { newCompany, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { openHttpProxy } from '../support/http-proxy.js'
import { runProcess } from '../support/run-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const db = testDatabase()

let target: string
beforeAll(async () => {
  target = await service()
})

async function setUp(address = target) {
  const company = await newCompany(db)
  const { companyId, users } = company
  const folder = await temporaryFolder()
  const url = `${address}/graphql`
  const env = { XDG_CONFIG_HOME: folder }
  const fis = (args: readonly string[], more = {}, stdin = '') =>
    runProcess('examples/scripts/fis.ts', { ...env, ...more }, args, stdin)
  const signIn = () =>
    fis(['sign-in', '--url', url, '--username', users.admin.email], {}, `${PASSWORD}\n`)
  const path = join(folder, 'fis', 'sign-in.json')
  const saved = async () => JSON.parse(await readFile(path, 'utf8'))
  const openSessions = () => db.prisma.session.count({ where: { companyId, revokedAt: null } })
  return { company, folder, url, fis, signIn, path, saved, openSessions }
}

test('fis sign-in keeps a session that later commands use, until fis sign-out ends it', async () => {
  const { company, fis, signIn, path, folder, openSessions } = await setUp()
  const { status, stderr } = await signIn()
  expect([status, stderr]).toEqual([0, expect.stringContaining(`The sign-in is kept in ${path}.`)])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'fis'))).mode & 0o777).toBe(0o700)
  const exported = await fis(['export', 'users'])
  expect([exported.status, exported.stdout]).toEqual([
    0,
    expect.stringContaining(company.users.technician.email),
  ])
  // A second sign-in ends the session of the first.
  await signIn()
  expect(await openSessions()).toBe(1)
  expect(await fis(['sign-out'])).toMatchObject({ status: 0 })
  expect(await openSessions()).toBe(0)
  await expect(stat(path)).rejects.toThrow('ENOENT')
  expect(await fis(['sign-out'])).toMatchObject({ stderr: 'You are not signed in.\n' })
  expect(await fis(['export', 'users'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Run `fis sign-in`'),
  })
})

test('fis uses an API key from the environment, without a sign-in', async () => {
  const { company, url, fis } = await setUp()
  const actsAs = company.admin.viewer.userId
  const { key } = await createApiKey(company.admin, { name: 'fis', actsAs, scopes: ['READ'] })
  const env = { FIELD_INSPECTION_URL: url, FIELD_INSPECTION_API_KEY: key }
  const exported = await fis(['export', 'users'], env)
  expect([exported.status, exported.stdout]).toEqual([
    0,
    expect.stringContaining(company.users.technician.email),
  ])
  const refused = await fis(['export', 'users'], { ...env, FIELD_INSPECTION_API_KEY: 'wrong' })
  expect(refused.status).not.toBe(0)
})

test('commands that run at the same time share the refresh token', async () => {
  const { fis, signIn, saved, path, openSessions } = await setUp()
  await signIn()
  const { url, id, tokens } = await saved()
  // An access token that has expired is refused like this one.
  await writeFile(path, JSON.stringify({ url, id, tokens: { ...tokens, accessToken: 'expired' } }))
  const runs = await Promise.all([1, 2, 3].map(() => fis(['export', 'users'])))
  expect(runs.map(({ status }) => status)).toEqual([0, 0, 0])
  expect((await saved()).tokens.refreshToken).not.toBe(tokens.refreshToken)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await saved()).toMatchObject({ url, id })
  expect(await fis(['export', 'users'])).toMatchObject({ status: 0 })
  expect(await openSessions()).toBe(1)
  // A file of an early version.
  await writeFile(
    path,
    JSON.stringify({ url, tokens: { ...(await saved()).tokens, accessToken: 'expired' } }),
  )
  expect(await fis(['export', 'users'])).toMatchObject({ status: 0 })
  expect((await saved()).tokens.accessToken).not.toBe('expired')
})

/** A sign-in, and a command that waits for the response to its first request until `release` is called. */
async function setUpSlowExport() {
  const front = await openHttpProxy(() => target)
  const context = await setUp(front.address)
  await context.signIn()
  const { tokens, ...signIn } = await context.saved()
  // An access token that has expired is refused like this one.
  const expired = { ...signIn, tokens: { ...tokens, accessToken: 'expired' } }
  await writeFile(context.path, JSON.stringify(expired))
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  const reached = new Promise<void>((resolve) => {
    front.handle = async (_body, forward) => {
      front.handle = (_, next) => next()
      resolve()
      await released
      return forward()
    }
  })
  const running = context.fis(['export', 'users'])
  await reached
  const refreshes = () => front.bodies.filter((body) => body.includes('mutation Refresh')).length
  return { ...context, running, release, refreshes }
}

test('a command uses the tokens that another one has stored', async () => {
  const { fis, running, release, refreshes } = await setUpSlowExport()
  expect(await fis(['export', 'users'])).toMatchObject({ status: 0 })
  release()
  expect(await running).toMatchObject({ status: 0 })
  expect(refreshes()).toBe(1)
})

test('a command does not take over the session of a later sign-in', async () => {
  const { url, fis, saved, running, release } = await setUpSlowExport()
  const { email } = (await newCompany(db)).users.admin
  await fis(['sign-in', '--url', url, '--username', email], {}, `${PASSWORD}\n`)
  const later = await saved()
  release()
  expect(await running).toMatchObject({ status: 2, stdout: '' })
  expect(await saved()).toEqual(later)
})

test('the session of a sign-in is not sent to another service', async () => {
  const { fis, signIn, path } = await setUp()
  await signIn()
  expect(await fis(['export', 'users', '--url', 'http://127.0.0.1:1/graphql'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Run `fis sign-in`'),
  })
  await writeFile(path, 'not JSON')
  expect(await fis(['export', 'users'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('Run `fis sign-in` again'),
  })
})
