import { join } from 'node:path'
import { adminJson } from '../support/admin-command.js'
import { runProcess } from '../support/run-process.js'
import { openCitusServers, query } from './citus-servers.js'
import { openClient, signIn } from './client.js'
import { compareLatencies, type Side } from './latencies.js'
import { openServices, type ServiceProcess } from './service-process.js'

/**
 * Compares the latencies of a plain and of a distributed database: two databases with the demo, on the same PostgreSQL server; that
 * of the second one is a coordinator with two workers.
 */
export async function run({ rounds = 100 } = {}) {
  const citus = await openCitusServers()
  const services = await openServices()
  const clients: ReturnType<typeof openClient>[] = []
  try {
    const [coordinator, ...workers] = [await citus.add(), await citus.add(), await citus.add()]
    await query(coordinator.url, 'create database plain')
    const start = async (name: string, url: string, isDistributed: boolean): Promise<Side> => {
      const env = {
        DATABASE_URL: url,
        NODE_ENV: 'development',
        DATA_DIR: join(services.folder, name),
        ALLOW_DEMO_CREDENTIALS: 'yes',
      }
      await runProcess('src/demo/seed.ts', env, [])
      if (isDistributed) {
        await adminJson(env, ['maintenance', 'on'])
        const hosts = workers.map(({ port }) => `127.0.0.1:${port}`).join()
        await adminJson(env, ['shard', 'create', '--workers', hosts, '--shards', '8'])
        await adminJson(env, ['maintenance', 'off'])
      }
      const service: ServiceProcess = await services.start(env)
      const client = openClient(service.address, 1)
      clients.push(client)
      return { client, token: await signIn(client, ADMIN) }
    }
    const sides = {
      plain: await start('plain', new URL('/plain', coordinator.url).href, false),
      distributed: await start('distributed', coordinator.url, true),
    }
    // The first requests open connections, and plan their statements.
    await compareLatencies(sides, 20)
    return await compareLatencies(sides, rounds)
  } finally {
    for (const client of clients) client.close()
    await services.close()
    await citus.close()
  }
}

const ADMIN = { username: 'admin@harbour.example', password: 'demo-password' }
