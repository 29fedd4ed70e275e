import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { newCompany } from '../support/builders.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { ask, type Service, startService } from './service.js'
import { withOwnStatements } from '../support/own-statements.js'

/** How often the process is killed. `npm run load -- kill-nine` kills it twelve times. */
const KILLS = Number(process.env['KILLS'] ?? 1)
const SEED = process.env['SEED'] ?? '1'
const server = process.env['DATABASE_URL']

const WRITERS = 16

/** Each kill is after at least this many acknowledged writes, and then up to this many milliseconds later. */
const MIN_WRITES = 20
const MAX_MS = 1000

const LOGIN = `mutation { login(input: { username: "admin@harbour.example", password: "demo-password" }) { accessToken } }`
const CREATE = `mutation ($legalName: String!) { createClient(input: { legalName: $legalName }) { client { id legalName } } }`
const READ = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Client { id legalName } } }`

it.skipIf(server)(
  'the embedded database keeps every acknowledged write over kill -9',
  async () => {
    const { folder, remove } = await makeTemporaryFolder()
    onTestFinished(remove)
    const start = () => startService({ DATA_DIR: folder })
    const first = await start()
    const { data } = await ask(first.address, LOGIN, {})
    await expectDurable(first, start, data.login.accessToken as string)
  },
  3_600_000,
)

it.runIf(server)(
  'a server keeps every acknowledged write over kill -9 of the service',
  async () => {
    const source = await createServerDatabase(server ?? '')
    onTestFinished(source.close)
    const db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    const { admin } = await newCompany(db)
    const { accessToken } = await newSession(admin)
    await db.prisma.$disconnect()
    await db.pool.end()
    const start = () => startService({ DATABASE_URL: source.url, DATABASE_POOL_SIZE: '4' })
    await expectDurable(await start(), start, accessToken)
  },
  3_600_000,
)

/** Writes, kills the process, starts it again and reads all acknowledged writes, `KILLS` times. */
async function expectDurable(first: Service, start: () => Promise<Service>, token: string) {
  const random = new Random(SEED)
  const acknowledged = new Map<string, string>()
  const statuses = new Map<number, number>()
  let service = first
  for (let kill = 0; kill < KILLS; kill += 1) {
    let running = true
    const write = async (writer: number) => {
      for (let count = 0; running; count += 1) {
        const legalName = `Client ${kill}-${writer}-${count}`
        const { status, data } = await ask(service.address, CREATE, { legalName }, token)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const id = data?.createClient?.client?.id as string | undefined
        if (id !== undefined) acknowledged.set(id, legalName)
        if (status === 0) return
      }
    }
    const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
    const enough = acknowledged.size + MIN_WRITES
    await expect.poll(() => acknowledged.size).toBeGreaterThan(enough)
    await delay(random.integer(0, MAX_MS))
    service.process.kill('SIGKILL')
    await service.process.exited('SIGKILL')
    running = false
    await Promise.all(writers)

    service = await start()
    const ids = [...acknowledged.keys()]
    for (let at = 0; at < ids.length; at += 100) {
      const batch = ids.slice(at, at + 100)
      const { data } = await ask(service.address, READ, { ids: batch }, token)
      expect(data.nodes).toEqual(batch.map((id) => ({ id, legalName: acknowledged.get(id) })))
    }
  }
  service.process.kill('SIGTERM')
  await service.process.exited(0)
  expect([...statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
  console.log(`${acknowledged.size} acknowledged writes, ${KILLS} times kill -9: none lost`)
}
