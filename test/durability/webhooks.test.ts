import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { startFollowing } from '../../src/domain/log-follower/position.js'
import { newClient, newCompany, newWebhook, type TestCompany } from '../support/builders.js'
import { withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { startService } from './service.js'
import { kindOf, type ReceivedEvent, startReceivers } from './webhook-receivers.js'

/** `npm run load -- webhooks` sets larger numbers. The receivers and the events are those of each company. */
const COMPANIES = Number(process.env['COMPANIES'] ?? 2)
const RECEIVERS = Number(process.env['RECEIVERS'] ?? 20)
const EVENTS = Number(process.env['EVENTS'] ?? 10)
/** How many events a company has one after the other, one each two seconds. */
const STEADY = Number(process.env['STEADY'] ?? 0)
const KILLS = Number(process.env['KILLS'] ?? 1)
const server = process.env['DATABASE_URL']
const PATIENCE = { timeout: 500_000, interval: 100 }

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
  'delivers each event to each receiver, beside receivers that hang and fail, over kill -9 of instances',
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
    const instances = [await start(), await start()]
    onTestFinished(async () => {
      for (const { process } of instances) await process.destroy()
    })

    const expected = new Set<string>()
    const write = async (events: number, pauseMs = 0) => {
      for (let event = 0; event < events; event += 1) {
        for (const company of companies) {
          const { uuid } = await newClient(company)
          for (const index of HEALTHY) expected.add(`/ok/${company.companyId}/${index} ${uuid}`)
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
      instances.shift()?.process.kill('SIGKILL')
      instances.push(await start())
    }
    await writing
    await allArrive()
    report(`With ${KILLS} times kill -9`, received.slice(before))
    // An event that came twice has the same id and the same bytes.
    const texts = new Map<string, Set<string>>()
    for (const { path, record, id, body } of received) {
      const key = `${path} ${record}`
      texts.set(key, (texts.get(key) ?? new Set()).add(`${id} ${body}`))
    }
    expect([...texts.values()].filter(({ size }) => size > 1)).toEqual([])
    console.log(`${received.length - texts.size} deliveries came more than once`)
  },
  3_600_000,
)
