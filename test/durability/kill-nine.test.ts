import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource, type Database, openDatabase } from '../../src/db/connect.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { Random } from '../../src/demo/random.js'
import { newAsset, newCompany } from '../support/builders.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import {
  acknowledge,
  documentOf,
  INSPECTION_MUTATIONS,
  type InspectionWorld,
  InspectionWriter,
  type OwnAsset,
  type Sent,
} from './inspection-writer.js'
import { ask, type Service, startService } from './service.js'
import { expectLogged, expectModel, type Read, readConsistent } from './written-state.js'
import { withOwnStatements } from '../support/own-statements.js'

/** How often the process is killed. `npm run load -- kill-nine` kills it twelve times. */
const KILLS = Number(process.env['KILLS'] ?? 1)
const SEED = process.env['SEED'] ?? '1'
const server = process.env['DATABASE_URL']

const WRITERS = 16

/** Each kill is after at least this many acknowledged writes, and then up to this many milliseconds later. */
const MIN_WRITES = 100
const MAX_MS = 1000

const WORLD = `mutation { createChecklist(input: { name: "Kill", sections: [{ name: "All", questions: [
    { kind: YES_NO, text: "Is it in order?", critical: true, opensFinding: HIGH }] }] }) {
    checklist { id versionId sections { questions { questionId } } } }
  createJobType(input: { name: "Kill" }) { jobType { id } }
  single: createJobType(input: { name: "Kill once", singleInspection: true }) { jobType { id } } }`
const ASSETS = `{ assets(first: 100, filter: { statuses: [OK] }) {
    nodes { id openFindingsCount site { id } zone { type { id } } } }
  users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { id } } }`

const CREATE_ZONE = `mutation ($input: CreateZoneInput!) { createZone(input: $input) { zone { id } } }`
const MOVE = `mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { asset { id } } }`

/** They only request a PDF. */
const OF_REPORTS = ['certifyInspection', 'reportInspection']

it('sends every mutation about inspections, findings and checklists', () => {
  const names = Object.keys(createSchema().getMutationType()?.getFields() ?? {})
  const expected = names.filter(
    (name) =>
      /(Inspections?|Findings?|Checklist|commissionAsset)$/.test(name) &&
      !OF_REPORTS.includes(name),
  )
  expect([...INSPECTION_MUTATIONS].sort()).toEqual(
    [...expected, 'createJob', 'startJob', 'cancelJob'].sort(),
  )
})

it.skipIf(server)(
  'the embedded database keeps every acknowledged write over kill -9',
  async () => {
    const DATA_DIR = await temporaryFolder()
    const config = readConfig({ ...PATIENT, DATABASE_URL: '', DATA_DIR, DURABLE: 'off' })
    const token = await newAdmin(await openDatabase(config, silentLog))
    await expectDurable(() => startService({ DATA_DIR }), token)
  },
  3_600_000,
)

it.runIf(server)(
  'a server keeps every acknowledged write over kill -9 of the service',
  async () => {
    const source = await createServerDatabase(server ?? '')
    onTestFinished(source.close)
    // `close` of the source drops the database.
    const kept = { ...source, close: async () => {} }
    const token = await newAdmin(connectSource(kept, readConfig(PATIENT), silentLog))
    const env = { DATABASE_URL: source.url, DATABASE_POOL_SIZE: '4' }
    await expectDurable(() => startService(env), token)
  },
  3_600_000,
)

/** Creates a company with assets, and closes the database. Returns the access token of an admin. */
async function newAdmin(database: Database): Promise<string> {
  const db = withOwnStatements(database)
  const company = await newCompany(db)
  for (let count = 0; count < WRITERS; count += 1) await newAsset(company)
  const { accessToken } = await newSession(company.admin)
  await db.close()
  return accessToken
}

/** Sends mutations one after the other, and remembers them. */
interface Writer {
  readonly next: () => Sent
  readonly acknowledged: Sent[]
  /** The mutation whose response was lost. It is sent again with the same idempotency key. */
  lost?: Sent | undefined
}

/** Writes, kills the process, starts it again and reads what was written, `KILLS` times. */
async function expectDurable(start: () => Promise<Service>, token: string) {
  const random = new Random(SEED)
  let service = await start()
  const read: Read = async (query, variables) => {
    const { data } = await ask(service.address, query, variables, token)
    return data
  }
  const world = await newWorld(read)
  const assets = await newOwnAssets(read, WRITERS / 2)
  const inspectors = assets.map(
    (asset, index) => new InspectionWriter(world, asset, `w${index}`, random),
  )
  const writers: Writer[] = [
    ...inspectors.map((inspector) => ({ next: () => inspector.next(), acknowledged: [] })),
    ...inspectors.map((_, index) => ({
      next: clientsOf(`w${inspectors.length + index}`),
      acknowledged: [],
    })),
  ]
  const statuses = new Set<number>()
  /** Sends what was lost, otherwise the next mutation. Returns whether the connection holds. */
  const send = async (writer: Writer) => {
    const sent = writer.lost ?? writer.next()
    writer.lost = sent
    const { status, data } = await ask(service.address, documentOf(sent), inputOf(sent), token)
    statuses.add(status)
    if (acknowledge(sent, data)) {
      writer.acknowledged.push(sent)
      writer.lost = undefined
    }
    return status !== 0
  }
  const acknowledged = () => writers.flatMap((writer) => writer.acknowledged)
  const lost = () => writers.flatMap((writer) => writer.lost ?? [])
  for (let kill = 0; kill < KILLS; kill += 1) {
    const running = writers.map(async (writer) => {
      while (await send(writer));
    })
    const enough = acknowledged().length + MIN_WRITES
    await expect.poll(() => acknowledged().length).toBeGreaterThan(enough)
    await delay(random.integer(0, MAX_MS))
    service.process.kill('SIGKILL')
    await service.process.exited('SIGKILL')
    await Promise.all(running)

    service = await start()
    await expectLogged(read, acknowledged(), lost())
    for (const inspector of inspectors) await readConsistent(read, inspector, world.questionId)
    for (const writer of writers) while (writer.lost) await send(writer)
    await expectLogged(read, acknowledged(), [])
    for (const inspector of inspectors)
      await expectModel(read, inspector, await readConsistent(read, inspector, world.questionId))
  }
  service.process.kill('SIGTERM')
  await service.process.exited(0)
  expect([...statuses].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
  const verbs = new Set(acknowledged().map(({ operation }) => operation))
  expect([...verbs].sort()).toEqual([...INSPECTION_MUTATIONS, 'createClient'].sort())
  console.log(
    `${acknowledged().length} acknowledged writes by ${verbs.size} mutations, ${KILLS} times kill -9: none lost, none twice`,
  )
}

const inputOf = ({ input, idempotencyKey }: Sent) => ({ input: { ...input, idempotencyKey } })

const clientsOf = (name: string) => {
  let count = 0
  return () => {
    const mark = `${name}-${(count += 1)}.`
    return {
      ...{ operation: 'createClient', input: { legalName: mark }, selection: 'client { id }' },
      ...{ entries: 1, mark, idempotencyKey: mark, acknowledged: () => undefined },
    }
  }
}

async function newWorld(read: Read): Promise<InspectionWorld> {
  const { createChecklist, createJobType, single } = await read(WORLD, {})
  const { id: checklistId, versionId, sections } = createChecklist.checklist
  const { users } = await read(ASSETS, {})
  return {
    ...{ checklistId, versionId, questionId: sections[0].questions[0].questionId },
    ...{ jobTypeId: createJobType.jobType.id, singleJobTypeId: single.jobType.id },
    ...{ technicianId: users.nodes[0].id, sent: new Set() },
  }
}

/** Moves assets without findings to zones of their own. */
async function newOwnAssets(read: Read, count: number): Promise<OwnAsset[]> {
  const { assets } = await read(ASSETS, {})
  const own = []
  for (const { id, openFindingsCount, site, zone } of assets.nodes) {
    if (openFindingsCount > 0 || own.length === count) continue
    const input = { siteId: site.id, typeId: zone.type.id, name: `Kill ${own.length}` }
    const { createZone } = await read(CREATE_ZONE, { input })
    const zoneId: string = createZone.zone.id
    await read(MOVE, { input: { id, zoneId } })
    own.push({ id, siteId: site.id, zoneId })
  }
  return own
}
