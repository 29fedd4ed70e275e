import { join } from 'node:path'
import { adminJson } from '../support/admin-command.js'
import type { Cluster } from '../support/cluster.js'
import { runProcess } from '../support/run-process.js'
import { openCitusServers, query, serverOf } from './citus-servers.js'
import { openServices, type ServiceProcess } from './service-process.js'

/**
 * The service on two databases with the demo: a plain one, and one that is distributed over `count` workers, whose coordinator is the
 * server of the plain one. If there are several workers, the two companies of the demo are on different ones.
 */
export async function openCitusDemo(count: number) {
  const citus = await openCitusServers()
  const services = await openServices()
  const close = async () => {
    await services.close()
    await citus.close()
  }
  try {
    const coordinator = await citus.add()
    const workers: Cluster[] = []
    for (let index = 0; index < count; index += 1) workers.push(await citus.add())
    await query(coordinator.url, 'create database plain')
    const start = async (name: string, url: string, isDistributed: boolean) => {
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
        const [first, second] = [await serverOf(coordinator, 1), await serverOf(coordinator, 2)]
        const free = workers.find(({ port }) => port !== first.port)
        if (first.port === second.port && free)
          await adminJson(env, ['shard', 'move', '2', `127.0.0.1:${free.port}`])
        await adminJson(env, ['maintenance', 'off'])
      }
      return services.start(env)
    }
    const plain: ServiceProcess = await start(
      'plain',
      new URL('/plain', coordinator.url).href,
      false,
    )
    const distributed: ServiceProcess = await start('distributed', coordinator.url, true)
    return { coordinator, workers, plain, distributed, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const ADMIN = { username: 'admin@harbour.example', password: 'demo-password' }
