import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { startFollowing } from '../../src/domain/log-follower/position.js'
import { newClient, newCompany, newWebhook, type TestCompany } from '../support/builders.js'
import { compareSets, described } from '../support/compare-log.js'
import { directUrl } from '../support/direct-url.js'
import { withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { startInstances } from './instances.js'
import { startService } from './service.js'
import { SlowWriters, terminateConnections } from './slow-writers.js'
import { kindOf, type ReceivedEvent, startReceivers } from './webhook-receivers.js'

/** `npm run load -- webhooks` sets larger numbers. The receivers and the events are those of each company. */
const COMPANIES = Number(process.env['COMPANIES'] ?? 2)
const RECEIVERS = Number(process.env['RECEIVERS'] ?? 20)
const EVENTS = Number(process.env['EVENTS'] ?? 10)
/** How many events a company has one after the other, one each two seconds. */
const STEADY = Number(process.env['STEADY'] ?? 0)
const KILLS = Number(process.env['KILLS'] ?? 1)
const WRITERS = Number(process.env['WRITERS'] ?? 4)
const SEED = process.env['SEED'] ?? 'webhooks'
const server = process.env['DATABASE_URL']
const PATIENCE = { timeout: 500_000, interval: 100 }

/** How long a transaction stays open at most. */
const TRANSACTION_MS = 3000

const INSERT = `insert into client (uuid, company_id, legal_name, user_id) values (gen_random_uuid(), $1, 'Slow', $2)`

const HEALTHY = Array.from({ length: RECEIVERS }, (_, index) => index).filter(
  (index) => kindOf(index) === 'ok',
)

/** Prints how long deliveries took from the commit. Speed fails no test. */
function report(title: string, events: readonly ReceivedEvent[]): void {
  const sorted = events.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const quantile = (part: number) => sorted[Math.floor((sorted.length - 1) * part)]
  const figures = [0.5, 0.99, 1].map((part) => `${quantile(part)} ms`).join(', ')
  console.log(
    `${title}: ${sorted.length} deliveries; commit to receipt: p50, p99, longest: ${figures}`,
  )
}

it.runIf(server)(
  'delivers each event to each receiver, beside receivers that hang and fail, over kill -9 of instances, slow transactions and lost connections to the database',
  async () => {
    const source = await createServerDatabase(server ?? '')
    onTestFinished(source.close)
    const db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    onTestFinished(() => db.close())
    const { url, received } = await startReceivers()
    const companies: TestCompany[] = []
    for (let number = 0; number < COMPANIES; number += 1) {
      const company = await newCompany(db)
      const { companyId } = company
      companies.push(company)
      for (let index = 0; index < RECEIVERS; index += 1) {
        const address = `${url}/${kindOf(index)}/${companyId}/${index}`
        await newWebhook(company, { url: address, triggers: ['client.created'] })
      }
      await startFollowing(db.forCaller({ companyId }), { companyId, consumer: 'webhooks' })
    }
    const start = () =>
      startService({ DATABASE_URL: source.url, WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'yes' })
    const instances = await startInstances(start)
    const random = new Random(SEED)

    const expected = new Set<string>()
    const expectOf = (companyId: number, uuid: string) => {
      for (const index of HEALTHY) expected.add(`/ok/${companyId}/${index} ${uuid}`)
    }
    const write = async (events: number, pauseMs = 0) => {
      for (let event = 0; event < events; event += 1) {
        for (const company of companies) {
          const { uuid } = await newClient(company)
          expectOf(company.companyId, uuid)
          await delay(pauseMs / companies.length)
        }
      }
    }
    const allArrive = () =>
      vi.waitFor(() => {
        const arrived = new Set(received.map(({ path, record }) => `${path} ${record}`))
        expect([...expected].filter((each) => !arrived.has(each))).toHaveLength(0)
      }, PATIENCE)

    await write(EVENTS)
    await allArrive()
    report('All together', received)
    if (STEADY > 0) {
      const before = received.length
      await write(STEADY, 2000)
      await allArrive()
      report('One event every two seconds', received.slice(before))
    }

    const before = received.length
    const writing = write(EVENTS)
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const part = Math.floor((companies.length * HEALTHY.length * EVENTS * kill) / (KILLS + 1))
      await vi.waitFor(() => {
        expect(received.length).toBeGreaterThan(before + part)
      }, PATIENCE)
      await instances.replaceOne(random)
    }
    await writing
    await allArrive()
    report(`With ${KILLS} times kill -9`, received.slice(before))

    const insert = async (client: pg.Client) => {
      const { companyId, users } = random.pick(companies)
      await client.query(INSERT, [companyId, users.admin.id])
    }
    const options = { url: source.url, random, maxOpenMs: TRANSACTION_MS, write: insert }
    const writers = new SlowWriters(options, WRITERS)
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(random.integer(500, 3000))
      await instances.replaceOne(random)
      await delay(random.integer(0, 2000))
      await terminateConnections(source.url)
    }
    await vi.waitFor(() => {
      expect(writers.outOfOrder).toBeGreaterThan(0)
    }, PATIENCE)
    await writers.stop()
    const connection = new pg.Client({ connectionString: directUrl(source.url) })
    await connection.connect()
    onTestFinished(() => connection.end())
    const { rows: clients } = await connection.query<{ company: number; uuid: string }>(
      'select company_id as company, uuid from client',
    )
    for (const { company, uuid } of clients) expectOf(company, uuid)
    await allArrive()

    // An event that came twice has the same id and the same bytes.
    const texts = new Map<string, Set<string>>()
    for (const { path, record, id, body } of received) {
      const key = `${path} ${record}`
      texts.set(key, (texts.get(key) ?? new Set()).add(`${id} ${body}`))
    }
    expect([...texts.values()].filter(({ size }) => size > 1)).toEqual([])
    expect(described(compareSets([...expected], [...texts.keys()]))).toBe(
      '0 missing, 0 twice, 0 unknown',
    )
    console.log(
      `${clients.length} events, ${writers.outOfOrder} committed after one with a higher id: none missing or unknown; ` +
        `${received.length - texts.size} deliveries came more than once`,
    )
  },
  3_600_000,
)
