import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { v7 as newUuid } from 'uuid'
import { expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { Random } from '../../src/demo/random.js'
import { isAfter } from '../../src/domain/change-feed/read-logs.js'
import { newClient, newCompany, type TestCompany } from '../support/builders.js'
import { compareReader, described, positionOf, readWholeLog } from '../support/compare-log.js'
import { directUrl } from '../support/direct-url.js'
import { withOwnStatements } from '../support/own-statements.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { startInstances } from './instances.js'
import { startService } from './service.js'
import { SlowWriters, terminateConnections } from './slow-writers.js'
import { StreamClient } from './stream-clients.js'

/** `npm run load -- kill-consumers` sets larger numbers. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const CLIENTS = Number(process.env['CLIENTS'] ?? 8)
const WRITERS = Number(process.env['WRITERS'] ?? 6)
const SEED = process.env['SEED'] ?? 'streams'
const server = process.env['DATABASE_URL']
const PATIENCE = { timeout: 500_000, interval: 500 }

/** How long a transaction, and a stream, stay open at most. */
const TRANSACTION_MS = 3000
const STREAM_MS = 8000

const INSERT = `insert into client (uuid, company_id, legal_name, user_id) values ($2, $1, $3, $4)`
const RENAME = `update client set legal_name = $3, updated_at = now() where company_id = $1 and uuid = $2`
const REMOVE = `update client set deleted_at = now(), deleted_by_id = $3 where company_id = $1 and uuid = $2`
const RECORDS = `select uuid, case when deleted_at is null then legal_name end as name from client where company_id = $1`

/** A transaction that creates a client, and may rename and remove it; and may rename `shared`, for which it waits while another one does. */
function writerOf({ companyId, users }: TestCompany, shared: string, random: Random) {
  let written = 0
  return async (client: pg.Client) => {
    const uuid = newUuid()
    const name = () => `Client ${(written += 1)}`
    await client.query(INSERT, [companyId, uuid, name(), users.admin.id])
    if (random.chance(0.3)) await client.query(RENAME, [companyId, uuid, name()])
    if (random.chance(0.2)) await client.query(REMOVE, [companyId, uuid, users.admin.id])
    if (random.chance(0.2)) await client.query(RENAME, [companyId, shared, name()])
  }
}

/** The events about a transaction that had committed before the transaction of an earlier event began. */
function outOfOrder({ received }: StreamClient, { committed }: SlowWriters): number {
  const times = new Map(committed.map((each) => [each.transactionId, each]))
  let lastBegin = -Infinity
  return received.filter(({ position: { transactionId } }) => {
    const time = times.get(transactionId)
    if (!time) return false
    const isEarlier = time.committedAt < lastBegin
    lastBegin = Math.max(lastBegin, time.beganAt)
    return isEarlier
  }).length
}

it.runIf(server)(
  'sends each change to each stream once, beside slow transactions, over kill -9 and lost connections to the database',
  async () => {
    const random = new Random(SEED)
    const source = await createServerDatabase(server ?? '')
    onTestFinished(source.close)
    const db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    onTestFinished(() => db.close())
    const company = await newCompany(db)
    const shared = await newClient(company)
    const tokens = await Promise.all(
      Array.from({ length: CLIENTS }, (_, index) =>
        newSession(index % 4 < 2 ? company.admin : company.technician),
      ),
    )
    const start = () => startService({ DATABASE_URL: source.url })
    const instances = await startInstances(start)
    const clients = tokens.map(
      ({ accessToken: token }, index) =>
        new StreamClient({
          transport: index % 2 === 0 ? 'sse' : 'websocket',
          token,
          address: () => random.pick(instances.running).address,
          maxOpenMs: () => random.integer(500, STREAM_MS),
        }),
    )
    await vi.waitFor(() => {
      expect(clients.every(({ cursor }) => cursor !== undefined)).toBe(true)
    }, PATIENCE)
    const begun = clients.map(({ cursor = '' }) => positionOf(cursor))

    const write = writerOf(company, shared.uuid, random)
    const options = { url: source.url, random, maxOpenMs: TRANSACTION_MS, write }
    const writers = new SlowWriters(options, WRITERS)
    let terminated = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      await delay(random.integer(1000, 4000))
      await instances.replaceOne(random)
      await delay(random.integer(0, 2000))
      terminated += await terminateConnections(source.url)
    }
    await delay(2000)
    await writers.stop()

    const connection = new pg.Client({ connectionString: directUrl(source.url) })
    await connection.connect()
    onTestFinished(() => connection.end())
    const log = (await readWholeLog(connection)).filter(({ recordType }) => recordType === 'Client')
    const compare = () =>
      clients.map(({ received }, index) =>
        compareReader(
          log.filter(({ position }) => isAfter(position, begun[index]!)),
          received,
        ),
      )
    await vi.waitFor(() => {
      expect(compare().map(({ missing }) => missing)).toEqual(clients.map(() => 0))
    }, PATIENCE)
    // Something that comes twice may come late.
    await delay(1000)
    for (const client of clients) await client.stop()

    const { rows } = await connection.query<{ uuid: string; name: string | null }>(RECORDS, [
      company.companyId,
    ])
    const records = new Map(rows.map(({ uuid, name }) => [uuid, name ?? undefined]))
    for (const [index, difference] of compare().entries()) {
      const client = clients[index]!
      expect(described(difference)).toBe('0 missing, 0 twice, 0 unknown')
      expect(outOfOrder(client, writers)).toBe(0)
      expect(client.codes.filter((code) => code !== 'UNAVAILABLE')).toEqual([])
      for (const [uuid, name] of client.names)
        expect([uuid, name]).toEqual([uuid, records.get(uuid)])
    }
    expect(writers.outOfOrder).toBeGreaterThan(0)
    const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)
    console.log(
      `${KILLS} times kill -9, ${terminated} connections ended, ${writers.broken} transactions broken; ` +
        `${writers.committed.length} transactions committed, ${writers.outOfOrder} after one with a higher id; ` +
        `${CLIENTS} clients had ${sum(clients.map(({ streams }) => streams))} streams and got ` +
        `${sum(clients.map(({ received }) => received.length))} events: none missing, none twice`,
    )
  },
  3_600_000,
)
