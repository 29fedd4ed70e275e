import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { adminJson } from '../support/admin-command.js'
import type { Cluster } from '../support/cluster.js'
import { openClient, signIn } from './client.js'
import {
  type CompanyLoad,
  type LoadFigures,
  type Progress,
  startCompanyLoad,
} from './company-load.js'
import type { openServices } from './service-process.js'
import { openTcpProxy } from './tcp-proxy.js'
import { openWebhookReceiver } from './webhook-receiver.js'

export const PASSWORD = 'a-password-for-load'

interface Setup {
  readonly services: Awaited<ReturnType<typeof openServices>>
  readonly coordinator: Cluster
  readonly workers: readonly Cluster[]
  readonly companies: number
  /** The time of a phase without its work. */
  readonly seconds: number
}

/**
 * Creates companies on distributed servers, with the ids 1, 2, … All of them write, and follow their writes, through a load balancer before
 * two `instances`, which may be replaced by others.
 */
export async function openCompanies({ services, coordinator, workers, companies, seconds }: Setup) {
  const env = environmentOf(coordinator, services.folder)
  const admin = (...args: string[]) => adminJson(env, args)
  const emails = await createCompanies(env, companies)

  await admin('maintenance', 'on')
  const start = performance.now()
  await admin('shard', 'create', '--workers', workers.map(addressOf).join(), '--shards', '8')
  const distributeMs = Math.round(performance.now() - start)
  await admin('maintenance', 'off')

  const instances = [await services.start(env), await services.start(env)]
  const proxy = await openTcpProxy(() => instances.map(({ address }) => address))
  const client = openClient(proxy.address, 100)
  const receiver = await openWebhookReceiver()
  const loads: CompanyLoad[] = []
  for (const [index, username] of emails.entries()) {
    const token = await signIn(client, { username, password: PASSWORD })
    const { address } = proxy
    loads.push(
      await startCompanyLoad({ client, address, token, name: String(index + 1), receiver }),
    )
  }
  const during = (name: string, work: () => Promise<unknown>) => {
    console.error(`${name} …`)
    return phase(loads, seconds, work)
  }
  /** The companies among these that do not go on with all of their work within some seconds. */
  const stalled = async (ids: readonly number[]) => {
    const before = loads.map((load) => load.progress())
    await delay(seconds * 1000)
    return ids.filter((id) => {
      const now = Object.entries(loads[id - 1]!.progress()) as [keyof Progress, number][]
      return now.some(([what, count]) => count === before[id - 1]![what])
    })
  }
  /** Throws if a write is lost, if an entry or an event of a stream is missed, seen twice or out of order, or if a webhook misses one. */
  const finish = async () => {
    const wrong = (await Promise.all(loads.map((load) => load.finish()))).flat()
    client.close()
    proxy.close()
    receiver.close()
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  }
  return { admin, env, emails, distributeMs, instances, during, stalled, finish }
}

export const addressOf = ({ port }: Cluster) => `127.0.0.1:${port}`

export const environmentOf = ({ url }: Cluster, folder: string): Record<string, string> => ({
  DATABASE_URL: url,
  NODE_ENV: 'development',
  WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'yes',
  DATA_DIR: folder,
})

/** Signs in to each company, and creates a client. */
export async function writeInEach(address: string, emails: readonly string[]): Promise<void> {
  const client = openClient(address, 1)
  for (const username of emails) {
    const token = await signIn(client, { username, password: PASSWORD })
    const { body } = await client.graphql(
      'mutation { createClient(input: { legalName: "After" }) { client { id } userErrors { message } } }',
      token,
    )
    if (!body.includes('"userErrors":[]'))
      throw new Error(`expected a client of ${username}, got ${body}`)
  }
  client.close()
}

async function createCompanies(env: Record<string, string>, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `ann@company${index + 1}.example`)
  const names = ['--admin-first-name', 'Ann', '--admin-last-name', 'Lee']
  for (const [index, email] of emails.entries()) {
    const company = ['--name', `Company ${index + 1}`, '--admin-email', email]
    await adminJson(env, ['company', 'create', ...company, ...names], PASSWORD)
  }
  return emails
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
    companiesWithFailures: figures.flatMap((each, index) =>
      Object.keys(each.failed).length > 0 ? [index + 1] : [],
    ),
    longestPausesMs: figures
      .map((each) => each.longestPauseMs)
      .sort((a, b) => b - a)
      .slice(0, 3),
  }
}

type PhaseFigures = ReturnType<typeof sum>

/** Throws unless the requests of a phase failed with these statuses, and with no other. */
export function requireFailures(
  name: string,
  { failed }: Pick<PhaseFigures, 'failed'>,
  expected: readonly string[],
): void {
  if (!isDeepStrictEqual(Object.keys(failed), expected))
    throw new Error(`${name}: expected failures ${expected.join()}, got ${JSON.stringify(failed)}`)
}
