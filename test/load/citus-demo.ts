import { join } from 'node:path'
import { adminJson } from '../support/admin-command.js'
import type { Cluster } from '../support/cluster.js'
import { PATIENT } from '../support/patient-settings.js'
import { runProcess } from '../support/run-process.js'
import { addressOf, PASSWORD } from './citus-companies.js'
import { openCitusServers, query, serverOf } from './citus-servers.js'
import { openClient, signIn } from './client.js'
import { openServices, type ServiceProcess } from './service-process.js'
import { fillCompany } from './small-company.js'

export const ADMIN = { username: 'admin@harbour.example', password: 'demo-password' }

/** The admins of the companies of the demo. */
const ADMINS = [ADMIN, { ...ADMIN, username: 'admin@summit.example' }]

/**
 * The service on two databases with the demo: a plain one, and one that is distributed over `count` workers, whose coordinator is the
 * server of the plain one. If there are more workers than companies of the demo, both databases have small companies too, so that each
 * worker has one company; `admins` are the admins of all companies.
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
    const added = Array.from({ length: Math.max(0, count - ADMINS.length) }, (_, index) => ({
      username: `ann@company${index + 1}.example`,
      password: PASSWORD,
    }))
    const admins = [...ADMINS, ...added]
    for (let index = 0; index < count; index += 1) workers.push(await citus.add())
    await query(coordinator.url, 'create database plain')
    const start = async (name: string, url: string, isDistributed: boolean) => {
      const env = {
        ...PATIENT,
        DATABASE_URL: url,
        NODE_ENV: 'development',
        DATA_DIR: join(services.folder, name),
        ALLOW_DEMO_CREDENTIALS: 'yes',
        // Otherwise most requests only check that a kept answer is valid.
        KEPT_ANSWERS_MB: '0',
      }
      await runProcess('src/demo/seed.ts', env, [])
      const companies = [1, 2]
      for (const { username, password } of admins.slice(companies.length)) {
        const names = ['--admin-first-name', 'Ann', '--admin-last-name', 'Lee']
        const company = ['company', 'create', '--name', username, '--admin-email', username]
        companies.push((await adminJson(env, [...company, ...names], password)).databaseId)
      }
      if (isDistributed) {
        await adminJson(env, ['maintenance', 'on'])
        const hosts = workers.map(addressOf).join()
        await adminJson(env, ['shard', 'create', '--workers', hosts, '--shards', '8'])
        for (const [index, company] of companies.slice(0, count).entries()) {
          const worker = workers[index]!
          if ((await serverOf(coordinator, company)).port !== worker.port)
            await adminJson(env, ['shard', 'move', String(company), addressOf(worker)])
        }
        await adminJson(env, ['maintenance', 'off'])
      }
      // Otherwise the first requests are planned without statistics, until autovacuum has read the tables.
      await query(url, 'analyze')
      const service = await services.start(env)
      const client = openClient(service.address, 1)
      for (const admin of admins.slice(ADMINS.length))
        await fillCompany(client, await signIn(client, admin))
      client.close()
      return service
    }
    const plain: ServiceProcess = await start(
      'plain',
      new URL('/plain', coordinator.url).href,
      false,
    )
    const distributed: ServiceProcess = await start('distributed', coordinator.url, true)
    return { coordinator, workers, plain, distributed, admins, close }
  } catch (error) {
    await close()
    throw error
  }
}
