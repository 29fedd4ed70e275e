import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, readdir, readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPostgres } from '../support/cluster.js'
import { findPgbouncer } from '../support/pgbouncer.js'
import { copyBuild } from '../support/built-service.js'
import { MAX_PRODUCTION_MEGABYTES } from '../support/production-size.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { type Block, blocksOf, Placeholders } from '../support/transcript.js'
import { findFreePorts } from './free-ports.js'
import { PageShell, unprivilegedUser } from './page-shell.js'
import { PATIENT } from '../support/patient-settings.js'

/** The ports in the page. */
const PORT = /\b1[4-9]\d{3}\b/g

const nginx = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx'
const postgres = findPostgres()
const pgbouncer = findPgbouncer()
const hasCurl = spawnSync('curl', ['--version']).status === 0
const hasPrograms =
  hasCurl && existsSync(nginx) && postgres !== undefined && pgbouncer !== undefined
/** Not with the embedded database, to run once in CI. */
const onServer = Boolean(process.env['DATABASE_URL'])
if (onServer && !hasPrograms) {
  console.log(
    'Skipped: install postgresql, pgbouncer, nginx-light and curl to test docs/first-cluster.md.',
  )
}

it.runIf(onServer && process.env['CI'])('finds PostgreSQL, PgBouncer, nginx and curl', () => {
  expect(hasPrograms).toBe(true)
})

describe.runIf(onServer && hasPrograms)('docs/first-cluster.md', async () => {
  const page = await readFile('docs/first-cluster.md', 'utf8')
  const [installation, ...blocks] = blocksOf(page).filter(({ text }) => !text.startsWith('export'))
  const names = new Placeholders()
  let ports: ReadonlyMap<string, string>
  let folder: string
  let remove: () => Promise<void>
  let shell: PageShell | undefined

  beforeAll(async () => {
    ;({ folder, remove } = await makeTemporaryFolder())
    await install(folder, installation?.text ?? '')
    ports = await findFreePorts([...page.matchAll(PORT)].map(([port]) => port))
    shell = openShell()
  })
  afterAll(async () => {
    await shell?.close()
    // The servers that a failed test has left: they are not jobs of the shell.
    const cleaner = openShell()
    for (const data of ['replica-1', 'replica-2', 'primary']) {
      await cleaner.run(`[ ! -e ${data}/postmaster.pid ] || pg_ctl -s -m immediate -D ${data} stop`)
    }
    await cleaner.close()
    await remove()
  })

  const path = [dirname(process.execPath), postgres, dirname(pgbouncer ?? ''), dirname(nginx)]
  const openShell = () =>
    new PageShell(folder, {
      PATH: [...path, process.env['PATH']].join(delimiter),
      LC_ALL: 'C.UTF-8',
      ...PATIENT,
    })

  const withFreePorts = (text: string) => text.replaceAll(PORT, (port) => ports.get(port) ?? port)

  async function runCommands({ text }: Block) {
    if (!shell) throw new Error('expected a shell')
    for (const part of text.split(/^\$ /m).slice(1)) {
      const lines = part.trimEnd().split('\n')
      const count = lines.findIndex((line, index) => index > 0 && !line.startsWith('> '))
      const end = count < 0 ? lines.length : count
      const command = lines.slice(0, end).join('\n').replaceAll(/^> /gm, '')
      const printed = await shell.run(withFreePorts(names.fill(command)))
      names.match(withFreePorts(lines.slice(end).join('\n')), printed)
    }
  }

  it.each(blocks.map((block) => [block.line, block] as const))('line %d', async (_line, block) => {
    await runCommands(block).catch(async (error: unknown) => {
      for (const name of await readdir(folder)) {
        if (name.endsWith('.log')) console.error(name, await readFile(join(folder, name), 'utf8'))
      }
      throw error
    })
  })
})

/** What the commands of the page read, beside the build. */
const FILES = ['package.json', 'prisma', 'deploy']

/**
 * Runs the commands of the section "Install" in a folder with what the page needs. In place of `npm ci` and `npm run build`, the build
 * of this checkout is copied.
 */
async function install(folder: string, commands: string): Promise<void> {
  const [first, second, ...others] = commands.split(' && ')
  expect([first, second]).toEqual(['npm ci', 'npm run build'])
  for (const name of FILES) await cp(name, join(folder, name), { recursive: true })
  await copyBuild(folder)
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  const printed = execFileSync('bash', ['-e', '-c', others.join(' && ')], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  const [, total] = /^(\d+)\ttotal$/m.exec(printed) ?? []
  expect(Number(total)).toBeLessThan(MAX_PRODUCTION_MEGABYTES)
  const user = unprivilegedUser()
  await chmod(folder, 0o755)
  if (user) await chown(folder, user.uid, user.gid)
}
