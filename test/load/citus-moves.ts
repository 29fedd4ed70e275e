import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Host } from '../../src/config/server-url.js'
import { serverOfCompany } from '../../src/db/shards/companies.js'
import { adminJson } from '../support/admin-command.js'
import type { Cluster } from '../support/cluster.js'
import { openCitusServers } from './citus-servers.js'
import { openClient, signIn } from './client.js'
import { type CompanyLoad, type LoadFigures, startCompanyLoad } from './company-load.js'
import { openServices } from './service-process.js'

const PASSWORD = 'a-password-for-load'

/**
 * Companies on a coordinator and two workers, through two instances: all of them write and follow their audit logs, while one is
 * moved, a worker is killed and started again, two workers are added, and one is drained. Throws if a write is lost, or an entry
 * is missed, seen twice or out of order.
 */
export async function run({ companies = 20, seconds = 10 } = {}) {
  const citus = await openCitusServers()
  const services = await openServices()
  try {
    const [coordinator, one, two] = [await citus.add(), await citus.add(), await citus.add()]
    const env = {
      DATABASE_URL: coordinator.url,
      NODE_ENV: 'development',
      DATA_DIR: services.folder,
    }
    const admin = (...args: string[]) => adminJson(env, args)
    const emails = await createCompanies(env, companies)

    await admin('maintenance', 'on')
    const start = performance.now()
    await admin('shard', 'create', '--workers', [one, two].map(addressOf).join(), '--shards', '8')
    const distributeMs = Math.round(performance.now() - start)
    await admin('maintenance', 'off')

    const instances = [await services.start(env), await services.start(env)]
    const clients = instances.map(({ address }) => openClient(address, 50))
    let next = 0
    const client = () => clients[next++ % clients.length]!
    const loads: CompanyLoad[] = []
    for (const username of emails) {
      const token = await signIn(client(), { username, password: PASSWORD })
      loads.push(startCompanyLoad(client, token, username))
    }
    const during = (name: string, work: () => Promise<unknown>) => {
      console.error(`${name} …`)
      return phase(loads, seconds, work)
    }

    const steady = await during('steady', () => Promise.resolve())
    const { port } = await serverOf(coordinator, 1)
    const target = port === one.port ? two : one
    const moving = await during('moving', () => admin('shard', 'move', '1', addressOf(target)))
    const killed = await during('killed', async () => {
      await one.stop('immediate')
      await delay(seconds * 500)
      await one.start()
    })
    const [three, four] = [await citus.add(), await citus.add()]
    const adding = await during('adding', () =>
      admin('shard', 'create', '--workers', [three, four].map(addressOf).join()),
    )
    const movingHalf = await during('moving half', async () => {
      for (let id = 1; id <= companies / 2; id += 1)
        await admin('shard', 'move', String(id), addressOf(id % 2 ? three : four))
    })
    const draining = await during('draining', () => admin('shard', 'drain', addressOf(one)))
    const wrong = (await Promise.all(loads.map((load) => load.finish()))).flat()
    for (const each of clients) each.close()
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    const servers = await admin('shard', 'status')
    return { distributeMs, steady, moving, killed, adding, movingHalf, draining, servers }
  } finally {
    await services.close()
    await citus.close()
  }
}

const addressOf = ({ port }: Cluster) => `127.0.0.1:${port}`

async function createCompanies(env: Record<string, string>, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `ann@company${index + 1}.example`)
  const names = ['--admin-first-name', 'Ann', '--admin-last-name', 'Lee']
  for (const [index, email] of emails.entries()) {
    const company = ['--name', `Company ${index + 1}`, '--admin-email', email]
    await adminJson(env, ['company', 'create', ...company, ...names], PASSWORD)
  }
  return emails
}

async function serverOf({ url }: Cluster, companyId: number): Promise<Host> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await serverOfCompany(client, companyId)
  } finally {
    await client.end()
  }
}

/** Does `work` between two halves of a phase. Returns how long it took, and the figures of the companies. */
async function phase(loads: readonly CompanyLoad[], seconds: number, work: () => Promise<unknown>) {
  for (const load of loads) load.figures()
  await delay(seconds * 500)
  const start = performance.now()
  await work()
  const workMs = Math.round(performance.now() - start)
  await delay(seconds * 500)
  return { workMs, ...sum(loads.map((load) => load.figures())) }
}

/** The sums of all companies, and the companies with the longest pause. */
function sum(figures: readonly LoadFigures[]) {
  const failed: Record<string, number> = {}
  for (const each of figures)
    for (const [status, count] of Object.entries(each.failed))
      failed[status] = (failed[status] ?? 0) + count
  return {
    created: figures.reduce((total, each) => total + each.created, 0),
    failed,
    companiesWithFailures: figures.filter((each) => Object.keys(each.failed).length > 0).length,
    longestPausesMs: figures
      .map((each) => each.longestPauseMs)
      .sort((a, b) => b - a)
      .slice(0, 3),
  }
}
