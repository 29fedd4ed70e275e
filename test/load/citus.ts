import { spawn } from 'node:child_process'
import { once } from 'node:events'
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
  'db/shards',
]

/**
 * Runs tests on a coordinator and two workers: each test database is distributed. `args` are arguments of vitest, by default the
 * folders above.
 */
export async function run(args: readonly string[]): Promise<void> {
  const citus = await openCitusServers()
  try {
    const [coordinator, ...workers] = [await citus.add(), await citus.add(), await citus.add()]
    const env = {
      ...process.env,
      DATABASE_URL: coordinator.url,
      CITUS_WORKERS: workers.map(({ url }) => url).join(),
    }
    const paths = args.length > 0 ? args : FOLDERS.map((folder) => `test/${folder}/`)
    const child = spawn('npx', ['vitest', 'run', ...paths], { env, stdio: 'inherit' })
    const [code] = (await once(child, 'exit')) as [number | null]
    process.exitCode = code ?? 1
  } finally {
    await citus.close()
  }
}
