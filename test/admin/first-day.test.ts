import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { adminErrors, adminJson, runAdmin } from '../support/admin-command.js'
import type { ChildProcess } from '../support/child-process.js'
import { type OwnDatabase, ownDatabase } from '../support/own-database.js'
import { runnable } from '../support/runnable.js'
import { createServerDatabase } from '../support/server-database.js'
import { addressOf, destroyServices, startServiceProcess } from '../support/service-process.js'
import { graphql, keyStatus, signIn, tokenStatus, viewerOf } from './sign-in.js'

const server = process.env['DATABASE_URL'] ?? ''
const UUID = /^[\da-f-]{36}$/
const ADMIN = { username: 'ann@acme.example', password: 'an admin of the first day' }
const TECHNICIAN = { username: 'bo@acme.example', password: 'a technician of the first day' }
const COMPANY = ['--name', 'Acme', '--admin-first-name', 'Ann', '--admin-last-name', 'Lee']

/** The tests follow each other: the first day of a company. */
describe('the commands, from an empty database in production', () => {
  let own: OwnDatabase
  const admin = (args: string[], stdin?: string) => adminJson(own.env, args, stdin)
  const refused = (args: string[], stdin?: string) => adminErrors(own.env, args, stdin)

  beforeAll(async () => {
    own = await ownDatabase()
  })
  afterAll(async () => {
    await destroyServices()
    await own.remove()
  })

  const client = { id: '', secret: '' }
  let key = { id: '', secret: '' }
  let service: ChildProcess
  let address: string
  const tokens = { admin: '', technician: '' }

  it('check reports an empty database without changing it', async () => {
    const { status, stdout } = await runAdmin(own.env, ['check', '--json'])
    expect(status).toBe(1)
    const { ok, configuration, database, migrations } = JSON.parse(stdout)
    expect([ok, configuration]).toEqual([false, 'ok'])
    if (own.embedded) expect(database).toContain('the first start creates it')
    else expect([database, migrations]).toEqual(['ok', expect.stringContaining('0001_init')])
  })

  it('company create reports every invalid field, and creates nothing', async () => {
    const args = ['company', 'create', ...COMPANY, '--name', ' ', '--admin-email', 'ann']
    expect(await refused(args, 'short\n')).toEqual([
      'REQUIRED name',
      'INVALID admin.password',
      'INVALID admin.email',
    ])
  })

  it('company create makes a company with its admin; a second one must have another name', async () => {
    const args = ['company', 'create', ...COMPANY, '--admin-email', ADMIN.username]
    expect(await admin(args, `${ADMIN.password}\n`)).toEqual({
      id: expect.stringMatching(UUID),
      databaseId: expect.any(Number),
      name: 'Acme',
      admin: {
        id: expect.stringMatching(UUID),
        databaseId: expect.any(Number),
        email: ADMIN.username,
      },
    })
    const second = [
      'company',
      'create',
      ...COMPANY,
      '--name',
      'ACME',
      '--admin-email',
      'x@y.example',
    ]
    expect(await refused(second, ADMIN.password)).toEqual(['TAKEN name'])
    expect(await admin(['company', 'list'])).toMatchObject([{ name: 'Acme', activeUsers: 1 }])
    for (const [megabytes, documentQuotaMegabytes] of [
      ['5000', 5000],
      ['none', null],
    ] as const)
      expect(await admin(['company', 'quota', '--megabytes', megabytes])).toEqual({
        documentQuotaMegabytes,
      })
    for (const megabytes of ['', '1e3', '-1']) {
      const { status, stderr } = await runAdmin(own.env, [
        'company',
        'quota',
        '--megabytes',
        megabytes,
      ])
      expect([status, stderr]).toEqual([1, expect.stringContaining('a whole number')])
    }
    expect((await runAdmin(own.env, ['check'])).status).toBe(0)
  })

  it('user create makes a user; a second one must have another email address', async () => {
    const args = ['user', 'create', '--email', TECHNICIAN.username, '--role', 'technician']
    args.push('--first-name', 'Bo', '--last-name', 'Ek')
    expect(await admin(args, TECHNICIAN.password)).toMatchObject({ email: TECHNICIAN.username })
    expect(await refused(args, TECHNICIAN.password)).toEqual(['TAKEN email'])
  })

  it('oauth-client create writes the secret to a new file that only its owner can read', async () => {
    const file = join(own.folder, 'client-secret')
    const created = await admin(['oauth-client', 'create', '--name', 'App', '--secret-file', file])
    expect(created).toEqual({ id: expect.stringMatching(UUID), name: 'App', secretFile: file })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    client.id = created.id
    client.secret = (await readFile(file, 'utf8')).trim()

    expect(await refused(['oauth-client', 'create', '--name', 'B', '--secret-file', file])).toEqual(
      ['FAILED'],
    )
    expect(await admin(['oauth-client', 'list'])).toMatchObject([
      { id: client.id, revokedAt: null },
    ])
  })

  it('a secret file that no secret was written to is removed', async () => {
    const file = join(own.folder, 'no-secret')
    const args = ['oauth-client', 'rotate', 'unknown', '--secret-file', file]
    expect(await refused(args)).toEqual(['NOT_FOUND id'])
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('a secret that cannot be written to its file is printed', async () => {
    // An embedded database could not be written, either.
    if (own.embedded) return
    const file = join(own.folder, 'unwritten-secret')
    const args = runnable('src/admin.ts', own.env).concat('oauth-client', 'create', '--name', 'C')
    const child = spawnSync(
      'sh',
      [
        '-c',
        'ulimit -f 0; exec "$0" "$@"',
        process.execPath,
        ...args,
        '--secret-file',
        file,
        '--json',
      ],
      { env: { ...process.env, ...own.env }, encoding: 'utf8' },
    )
    expect([child.status, child.stderr]).toEqual([1, expect.stringContaining('EFBIG')])
    const { id, secret } = JSON.parse(child.stdout)
    expect(secret).toMatch(/^fis_/)
    await admin(['oauth-client', 'revoke', id])
  })

  it('api-key create prints the key once, and api-key list only its prefix', async () => {
    const { status, stdout, stderr } = await runAdmin(own.env, ['api-key', 'create', '--name', 'X'])
    expect(status).toBe(0)
    expect(stderr).toContain('it cannot be shown again')
    key = {
      id: /^id +(\S+)$/m.exec(stdout)?.[1] ?? '',
      secret: /^secret +(\S+)$/m.exec(stdout)?.[1] ?? '',
    }
    const listed = await runAdmin(own.env, ['api-key', 'list'])
    expect(listed.stdout).toContain(key.id)
    expect(listed.stdout).toContain(key.secret.slice(0, 16))
    expect(listed.stdout).not.toContain(key.secret)
  })

  it('all these credentials open the service', async () => {
    service = startServiceProcess(own.env)
    address = await addressOf(service)
    tokens.admin = (await signIn(address, ADMIN)) ?? ''
    tokens.technician = (await signIn(address, TECHNICIAN)) ?? ''
    expect(await viewerOf(address, tokens.admin)).toBe(ADMIN.username)
    expect(await viewerOf(address, tokens.technician)).toBe(TECHNICIAN.username)
    expect(await tokenStatus(address, client, ADMIN)).toBe(200)
    expect(await keyStatus(address, key.secret, ADMIN)).toBe(200)
  })

  it('a command reports that a running service holds an embedded database', async () => {
    if (!own.embedded) return
    const { status, stderr } = await runAdmin(own.env, ['company', 'list'])
    expect(status).toBe(1)
    expect(stderr).toContain(`The database folder ${own.folder} is in use by another process.`)
    service.kill('SIGTERM')
    await service.exited(0)
  })

  const newPassword = { ...TECHNICIAN, password: 'another password of the day' }

  it('reset-password, disable, rotate and revoke report what they changed', async () => {
    const { username } = TECHNICIAN
    const reset = ['user', 'reset-password', username.toUpperCase()]
    expect(await admin(reset, newPassword.password)).toMatchObject({ email: username })
    expect(await refused(['user', 'disable', ADMIN.username])).toEqual(['NOT_ALLOWED active'])

    const file = join(own.folder, 'rotated-secret')
    await admin(['oauth-client', 'rotate', client.id, '--secret-file', file])
    await admin(['api-key', 'revoke', key.id])
  })

  it('session revoke ends the sessions of a user, or of all users', async () => {
    expect(await refused(['session', 'revoke', '--user', 'x@y.example'])).toEqual([
      'NOT_FOUND email',
    ])
    const { endedSessions } = await admin(['session', 'revoke', '--user', ADMIN.username])
    // The revocation of the API key has ended its session.
    expect(endedSessions).toBe(2)
    expect(await admin(['session', 'revoke', '--all-users'])).toEqual({ endedSessions: 0 })
    expect((await runAdmin(own.env, ['session', 'revoke'])).status).toBe(1)
  })

  it('all of it takes effect with the next request', async () => {
    if (own.embedded) {
      service = startServiceProcess(own.env)
      address = await addressOf(service)
    }
    expect(await viewerOf(address, tokens.admin)).toBeNull()
    expect(await viewerOf(address, tokens.technician)).toBeNull()
    expect(await signIn(address, TECHNICIAN)).toBeNull()
    expect(await signIn(address, newPassword)).toMatch(/^fis_access_/)
    expect(await tokenStatus(address, client, ADMIN)).toBe(401)
    client.secret = (await readFile(join(own.folder, 'rotated-secret'), 'utf8')).trim()
    expect(await tokenStatus(address, client, ADMIN)).toBe(200)
    expect(await keyStatus(address, key.secret, ADMIN)).toBe(401)
    if (own.embedded) {
      service.kill('SIGTERM')
      await service.exited(0)
    }
  })

  it('disable and oauth-client revoke end the sessions', async () => {
    await admin(['user', 'disable', TECHNICIAN.username])
    expect(await admin(['oauth-client', 'revoke', client.id])).toMatchObject({ endedSessions: 1 })
    expect(await admin(['company', 'list'])).toMatchObject([{ activeUsers: 1 }])
    if (own.embedded) address = await addressOf(startServiceProcess(own.env))
    expect(await signIn(address, newPassword)).toBeNull()
    expect(await tokenStatus(address, client, ADMIN)).toBe(401)
  })

  it('each command that changed the data of the company is in its audit log, by its name and without a user', async () => {
    const query = '{ auditLog(first: 100) { nodes { operation user { email } } } }'
    const token = (await signIn(address, ADMIN)) ?? ''
    const { data } = (await (await graphql(address, query, {}, token)).json()) as {
      data: { auditLog: { nodes: { operation: string | null; user: object | null }[] } }
    }
    const ofCommands = data.auditLog.nodes.filter(({ user }) => user === null)
    const names = new Set(ofCommands.map(({ operation }) => operation))
    expect([...names].filter((name) => name?.startsWith('admin ')).sort()).toEqual([
      'admin api-key create',
      'admin api-key revoke',
      'admin company create',
      'admin company quota',
      'admin oauth-client revoke',
      'admin session revoke',
      'admin user create',
      'admin user disable',
      'admin user reset-password',
    ])
  })
})

describe('the command line', () => {
  it('has help on every level, without a database', async () => {
    const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/none' }
    const levels = [[], ['company'], ['company', 'create'], ['oauth-client', 'rotate'], ['check']]
    for (const level of levels) {
      const { status, stdout } = await runAdmin(env, [...level, '--help'])
      expect(status).toBe(0)
      expect(stdout).toContain(['Usage: admin', ...level].join(' '))
      expect(stdout).toContain('--json')
    }
  })

  it('refuses unknown commands and missing options, and names them', async () => {
    const unknown = await runAdmin({}, ['compny'])
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining('company')])
    const missing = await runAdmin({}, ['user', 'create', '--email', 'a@b.example'])
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining('--first-name')])
  })

  it.runIf(server)('reports a user that does not own the tables without a stack', async () => {
    const { restrictedUrl, close } = await createServerDatabase(server)
    onTestFinished(close)
    const { status, stderr } = await runAdmin({ DATABASE_URL: restrictedUrl }, [
      'company',
      'list',
      '--json',
    ])
    expect([status, JSON.parse(stderr)]).toMatchObject([
      1,
      { error: { code: 'FAILED', message: expect.stringContaining('does not own the tables') } },
    ])
  })

  it('reports an unavailable database and an invalid configuration without a stack', async () => {
    const url = 'postgresql://me:hush-hush@127.0.0.1:1/none'
    const down = await runAdmin({ DATABASE_URL: url }, ['company', 'list'])
    expect([down.status, down.stderr]).toEqual([1, expect.stringContaining('ECONNREFUSED')])
    expect(down.stderr).not.toMatch(/hush-hush|^ {4}at /m)
    const checked = await runAdmin({ DATABASE_URL: url }, ['check', '--json'])
    expect(JSON.parse(checked.stdout)).toMatchObject({ ok: false, configuration: 'ok' })
    const wrong = await runAdmin({ DATABASE_URL: '', NODE_ENV: 'production' }, ['check'])
    expect([wrong.status, wrong.stdout]).toEqual([
      1,
      expect.stringContaining('DATABASE_URL: is required in production'),
    ])
  })
})
