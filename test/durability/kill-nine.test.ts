import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { newAsset, newCompany } from '../support/builders.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { demoFolder } from '../support/demo-folder.js'
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
const READ = `query ($ids: [ID!]!) { nodes(ids: $ids) {
  ... on Client { id legalName }
  ... on Inspection { id note outcome answers { value fails } asset { defective openFindingsCount } } } }`

const CHECKLIST = `mutation { createChecklist(input: { name: "Kill", sections: [{ name: "All", questions: [
  { kind: YES_NO, text: "Is it in order?", critical: true, opensFinding: HIGH }] }] }) {
  checklist { versionId sections { questions { questionId } } } } }`
const ASSETS =
  '{ assets(first: 100, filter: { statuses: [OK] }) { nodes { id openFindingsCount } } }'
/** One transaction with four effects: the inspection, its answers, the state of the asset, and a finding. */
const INSPECT = `mutation ($assetId: ID!, $version: ID!, $questionId: ID!, $note: String!) { recordInspection(input: {
  assetId: $assetId, checklistVersionId: $version, note: $note, answers: [{ questionId: $questionId, value: "NO" }] }) { inspection { id } } }`

it.skipIf(server)(
  'the embedded database keeps every acknowledged write over kill -9',
  async () => {
    const DATA_DIR = await demoFolder()
    const start = () => startService({ DATA_DIR })
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
    const company = await newCompany(db)
    for (let count = 0; count < 5; count += 1) await newAsset(company)
    const { admin } = company
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
  const acknowledged = new Map<string, object>()
  const inspect = await inspectionsOf(first.address, token, random)
  const statuses = new Map<number, number>()
  let service = first
  for (let kill = 0; kill < KILLS; kill += 1) {
    let running = true
    const write = async (writer: number) => {
      for (let count = 0; running; count += 1) {
        const text = `${kill}-${writer}-${count}`
        const { query, variables, expected } =
          writer % 2 === 0
            ? { query: CREATE, variables: { legalName: text }, expected: { legalName: text } }
            : inspect(text)
        const { status, data } = await ask(service.address, query, variables, token)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const id = (data?.createClient?.client ?? data?.recordInspection?.inspection)?.id as
          string | undefined
        if (id !== undefined) acknowledged.set(id, expected)
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
      expect(data.nodes).toEqual(batch.map((id) => ({ id, ...acknowledged.get(id) })))
    }
  }
  service.process.kill('SIGTERM')
  await service.process.exited(0)
  expect([...statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
  console.log(`${acknowledged.size} acknowledged writes, ${KILLS} times kill -9: none lost`)
}

/** Makes failing inspections of random assets, with what is read of each one when all were recorded. */
async function inspectionsOf(address: string, token: string, random: Random) {
  const { data: made } = await ask(address, CHECKLIST, {}, token)
  const { versionId: version, sections } = made.createChecklist.checklist
  const { questionId } = sections[0].questions[0]
  const { data } = await ask(address, ASSETS, {}, token)
  const assets = (data.assets.nodes as { id: string; openFindingsCount: number }[]).filter(
    ({ openFindingsCount }) => openFindingsCount === 0,
  )
  const asset = { defective: true, openFindingsCount: 1 }
  return (note: string) => ({
    query: INSPECT,
    variables: {
      ...{ version, questionId, note },
      assetId: random.pick(assets).id,
    },
    expected: { note, outcome: 'FAILED', answers: [{ value: 'NO', fails: true }], asset },
  })
}
