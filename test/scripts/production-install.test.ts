import { spawnSync } from 'node:child_process'
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildClientSchema, buildSchema, getIntrospectionQuery } from 'graphql'
import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { copyBuild } from '../support/built-service.js'
import { startNode } from '../support/child-process.js'
import { post } from '../support/graphql.js'
import { ownDatabase } from '../support/own-database.js'
import { MAX_PRODUCTION_MEGABYTES } from '../support/production-size.js'
import { addressOf } from '../support/service-process.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const SIGN_IN = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }'

async function megabytesIn(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  return sizes.reduce((total, size) => total + size, 0) / 1e6
}

function run(folder: string, command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
}

it('is small, and has all that the built service needs', async () => {
  const folder = await temporaryFolder()
  await cp('prisma/migrations', join(folder, 'prisma/migrations'), { recursive: true })
  await copyBuild(folder)
  run(join(folder, 'dist'), 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund')
  expect(await megabytesIn(folder)).toBeLessThan(MAX_PRODUCTION_MEGABYTES)

  const { env, remove } = await ownDatabase()
  onTestFinished(remove)
  await writeFile(join(folder, 'password'), 'a password for tests only')
  const service = startNode(
    {
      ...env,
      ...{ HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'info', PLAYGROUND: 'on' },
      BOOTSTRAP_COMPANY: 'Acme',
      BOOTSTRAP_ADMIN_EMAIL: 'ann@acme.test',
      BOOTSTRAP_ADMIN_PASSWORD_FILE: join(folder, 'password'),
    },
    join(folder, 'dist/main.js'),
  )
  onTestFinished(service.destroy)
  const address = await addressOf(service)
  const playground = await fetch(`${address}/graphql`, { headers: { accept: 'text/html' } })
  const page = await playground.text()
  const [, script = ''] = /src="([^"]+main\.js)"/.exec(page) ?? []
  expect(script).not.toBe('')
  const files = [script, '/api/docs/swagger-ui.css', '/api/openapi.json', '/v1/openapi.json']
  for (const file of files) {
    expect([file, (await fetch(new URL(file, address))).status]).toEqual([file, 200])
  }
  const input = { username: 'ann@acme.test', password: 'a password for tests only' }
  const { data } = await post(SIGN_IN, { input }, {}, Promise.resolve(address))
  const { accessToken } = data.login
  expect(accessToken).toMatch(/^fis_/)
  // Type names come from the names of classes, which a bundler may change.
  const headers = { authorization: `Bearer ${accessToken}` }
  const served = await post(getIntrospectionQuery(), {}, headers, Promise.resolve(address))
  const source = buildSchema(await readFile('schema.graphql', 'utf8'))
  const [bundled, expected] = [buildClientSchema(served.data), source].map((schema) =>
    Object.keys(schema.getTypeMap()).toSorted(),
  )
  expect(bundled).toEqual(expected)
  const { stdout: commit } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  const version = { version: manifest.version, commit: commit.trim() }
  expect(await (await fetch(`${address}/health`)).json()).toEqual({ status: 'ok', ...version })
  const [line = ''] = service.output().split('\n')
  expect(JSON.parse(line)).toMatchObject({ ...version, msg: 'Starting' })
  await service.destroy()
  for (const program of ['main', 'admin']) {
    const shown = startNode({}, join(folder, `dist/${program}.js`), '--version')
    await shown.exited(0)
    expect(shown.output().trim()).toBe(`${manifest.version} (commit ${commit.slice(0, 7)})`)
  }

  const companies = startNode(env, join(folder, 'dist/admin.js'), 'company', 'list', '--json')
  await companies.exited(0)
  expect(companies.output()).toContain('Acme')

  await rm(join(folder, 'dist/node_modules/@electric-sql'), { recursive: true })
  const withoutDatabase = startNode(
    { DATABASE_URL: '', DATA_DIR: join(folder, 'data') },
    join(folder, 'dist/main.js'),
  )
  await withoutDatabase.exited(1)
  expect(withoutDatabase.output()).toContain('set DATABASE_URL')
})
