import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { connectSource } from '../../src/db/connect.js'
import { newCompany } from '../support/builders.js'
import { createCluster, findPostgres } from '../support/cluster.js'
import { PATIENT } from '../support/patient-settings.js'
import { createServerDatabase } from '../support/server-database.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { ask, startService } from './service.js'
import { withOwnStatements } from '../support/own-statements.js'

/** How often the server restarts. `npm run load -- restarts` restarts it ten times. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 2)
const CLIENTS = 12

const READ = `{ clients(first: 20) { totalCount nodes { legalName } } sites(first: 5) { nodes { name } } }`
const WRITE = `mutation { createClient(input: { legalName: "Restart" }) { client { id } } }`

const bin = findPostgres()

/** The test has a server of its own, so the run on the embedded database would only repeat it. */
const runs = Boolean(process.env['DATABASE_URL'] ?? process.env['RESTARTS'])

it.runIf(runs && process.env['CI'])('has a PostgreSQL to restart', () => {
  expect(bin).toBeDefined()
})

it.runIf(runs && bin)(
  'responds 200 or 503, never 500, while PostgreSQL restarts',
  async () => {
    const cluster = await createCluster(bin ?? '')
    onTestFinished(cluster.remove)
    const source = await createServerDatabase(cluster.url)
    const db = withOwnStatements(connectSource(source, readConfig(PATIENT), silentLog))
    const { admin } = await newCompany(db)
    const { accessToken } = await newSession(admin)
    await db.prisma.$disconnect()
    await db.pool.end()
    const { process, address } = await startService({
      DATABASE_URL: source.url,
      DATABASE_CONNECT_TIMEOUT_MS: '2000',
    })

    const statuses: Record<number, number> = {}
    let running = true
    const client = async (query: string) => {
      while (running) {
        const { status } = await ask(address, query, {}, accessToken)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    const clients = Array.from({ length: CLIENTS }, (_, index) => client(index % 3 ? READ : WRITE))
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      await delay(700)
      await cluster.stop(restart % 2 ? 'immediate' : 'fast')
      await delay(500)
      await cluster.start()
    }
    await expect.poll(async () => (await ask(address, READ, {}, accessToken)).status).toBe(200)
    running = false
    await Promise.all(clients)
    process.kill('SIGTERM')
    await process.exited(0)
    expect(Object.keys(statuses).sort(), JSON.stringify(statuses)).toEqual(['200', '503'])
    console.log(`${RESTARTS} restarts of PostgreSQL: ${JSON.stringify(statuses)}`)
  },
  3_600_000,
)
