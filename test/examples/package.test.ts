import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newCompany, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { compile, projects } from './client-projects.js'

const db = testDatabase()
const run = promisify(execFile)

/** A project in which the packed client is installed. */
let project: string
let remove: () => Promise<void>
beforeAll(async () => {
  const temporary = await makeTemporaryFolder()
  remove = temporary.remove
  project = join(temporary.folder, 'project')
  const pack = ['--import', 'tsx', 'scripts/pack-fis.ts', project]
  await run(process.execPath, pack)
  const archive = (await readdir(project)).find((name) => name.endsWith('.tgz')) ?? ''
  await writeFile(join(project, 'package.json'), '{"type": "module"}')
  const options = ['--prefer-offline', '--no-audit', '--no-fund']
  await run('npm', ['install', ...options, `./${archive}`], { cwd: project })
})

afterAll(() => remove())

it('has the command fis', async () => {
  const { users } = await newCompany(db)
  const target = await service()
  const fis = async (...args: string[]) => {
    const env = { ...process.env, FIELD_INSPECTION_PASSWORD: PASSWORD, XDG_CONFIG_HOME: project }
    return run(join(project, 'node_modules/.bin/fis'), args, { env })
  }
  expect((await fis('--help')).stdout).toContain('Usage: fis [options] [command]')
  await fis('sign-in', '--url', `${target}/graphql`, '--username', users.admin.email)
  const file = join(project, 'users.xlsx')
  await fis('export', 'users', '--output', file)
  expect((await fis('import', 'users', file)).stdout).toContain('2 rows: 2 unchanged.')
})

const PROGRAM = `
import { Client } from 'field-inspection-client'
import { RequestError } from 'field-inspection-client/errors'
import { ExportSitesDocument } from 'field-inspection-client/generated/graphql'

const client = new Client({ url: process.argv[2] ?? '', apiKey: 'invalid', retries: { attempts: 1 } })
try {
  for await (const site of client.nodes(ExportSitesDocument, { count: false }, 'sites')) {
    console.log(site.name.length)
    // @ts-expect-error -- a site has no such field
    console.log(site.colour)
  }
} catch (error) {
  console.log(error instanceof RequestError ? error.code : error)
}
`

it.each(projects)('has a client whose types work in a project %s', async (name, options) => {
  await writeFile(join(project, 'program.ts'), PROGRAM)
  // Once, the declarations of the package are checked, too.
  const skipLibCheck = name !== 'with every check'
  expect(await compile(project, 'program.ts', { ...options, skipLibCheck })).toBe('')
})

it('has a client that runs in Node.js without a compiler', async () => {
  await writeFile(join(project, 'program.js'), PROGRAM)
  const url = `${await service()}/graphql`
  const { stdout } = await run(process.execPath, [join(project, 'program.js'), url])
  expect(stdout).toBe('UNAUTHENTICATED\n')
})
