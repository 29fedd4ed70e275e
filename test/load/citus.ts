import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Cluster } from '../support/cluster.js'
import { findPgbouncer, type Pgbouncer, startPgbouncer } from '../support/pgbouncer.js'
import { openCitusServers } from './citus-servers.js'

/** What depends on statements, triggers and transactions, in an order that shows the frequent ones first. */
const FOLDERS = [
  'domain',
  'graphql',
  'set-a',
  'set-b',
  'audit',
  'tenants',
  'documents',
  'db/dispatch',
  'db/shards',
]

/**
 * Runs tests on a coordinator and two workers: each test database is distributed. `args` are arguments of vitest, by default the
 * folders above. With `PGBOUNCER=on`, the service reaches the coordinator through PgBouncer with `deploy/pgbouncer.ini`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const citus = await openCitusServers()
  let pgbouncer: Pgbouncer | undefined
  try {
    const [coordinator, ...workers] = [await citus.add(), await citus.add(), await citus.add()]
    if (process.env['PGBOUNCER'] === 'on') pgbouncer = await startBefore(coordinator)
    const env = {
      ...process.env,
      DATABASE_URL: pgbouncer
        ? `${pgbouncer.urlOf(coordinator.url)}?pgbouncer=true`
        : coordinator.url,
      DATABASE_DIRECT_URL: coordinator.url,
      CITUS_WORKERS: workers.map(({ url }) => url).join(),
    }
    const paths = args.length > 0 ? args : FOLDERS.map((folder) => `test/${folder}/`)
    const child = spawn('npx', ['vitest', 'run', ...paths], { env, stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } finally {
    await pgbouncer?.remove()
    await citus.close()
  }
}

function startBefore({ url }: Cluster): Promise<Pgbouncer> {
  const program = findPgbouncer()
  if (program === undefined) throw new Error('PgBouncer is missing: apt-get install pgbouncer')
  return startPgbouncer(program, url)
}
