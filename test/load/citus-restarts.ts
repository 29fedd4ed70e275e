import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { backUp, type Cluster, giveToPostgres, restoreCluster } from '../support/cluster.js'
import { environmentOf, openCompanies, writeInEach } from './citus-companies.js'
import { advanceSequences, openCitusServers, query } from './citus-servers.js'
import { openServices } from './service-process.js'

const POINT = 'nightly'

/**
 * Companies on a coordinator and two workers, as in `citus-moves`: each worker is restarted, all servers are backed up, and a restore
 * point is written. Other servers are then restored to this point. Throws if a write is lost, or if a company of the restored
 * database lacks a write from before the point, has an entry too few in its audit log, or cannot write.
 */
export async function run({ companies = 20, seconds = 10 } = {}) {
  const citus = await openCitusServers()
  const services = await openServices()
  const folder = mkdtempSync(join(tmpdir(), 'citus-backup-'))
  giveToPostgres(folder)
  try {
    const archive = (name: string) => ({
      archive_mode: 'on',
      archive_command: `mkdir -p ${folder}/${name} && cp %p ${folder}/${name}/%f`,
    })
    const coordinator = await citus.add(archive('log0'))
    const workers = [await citus.add(archive('log1')), await citus.add(archive('log2'))]
    const servers = [coordinator, ...workers]
    const { emails, during, finish } = await openCompanies({
      services,
      coordinator,
      workers,
      companies,
      seconds,
    })

    const restarting = await during('restarting', async () => {
      for (const worker of workers) {
        await worker.stop('fast')
        await worker.start()
        await delay(seconds * 200)
      }
    })
    const backingUp = await during('backing up', async () => {
      for (const [index, server] of servers.entries())
        await backUp(citus.bin, server, join(folder, `data${index}`))
    })
    const before = await clientsOf(coordinator)
    const point = await during('restore point', () =>
      query(coordinator.url, `select citus_create_restore_point('${POINT}')`),
    )
    await finish()
    const after = await clientsOf(coordinator)
    for (const { url } of servers) await query(url, 'select pg_switch_wal()')
    await delay(2000)

    const start = performance.now()
    const restored = await restore(citus.bin, folder, servers.length)
    const restoreMs = Math.round(performance.now() - start)
    try {
      const found = await clientsOf(restored[0]!)
      for (const [company, count] of before)
        if (!(found.get(company)! >= count && found.get(company)! < after.get(company)!))
          throw new Error(
            `expected ${count} clients or more of company ${company}, got ${found.get(company)}`,
          )
      const service = await services.start(environmentOf(restored[0]!, services.folder))
      await writeInEach(service.address, emails)
    } finally {
      for (const server of restored) await server.remove()
    }
    return { restarting, backingUp, point, restoreMs }
  } finally {
    await services.close()
    await citus.close()
    rmSync(folder, { recursive: true })
  }
}

/** The number of clients of each company. Throws if one of them has no audit entry, or an entry has no client. */
async function clientsOf({ url }: Cluster): Promise<Map<number, number>> {
  const { rows } = await query(url, CLIENTS)
  return new Map(
    (rows as Record<'company' | 'clients' | 'entries', number>[]).map(
      ({ company, clients, entries }) => {
        if (clients !== entries)
          throw new Error(`company ${company} has ${clients} clients and ${entries} entries`)
        return [company, clients]
      },
    ),
  )
}

const CLIENTS = `select id as company, (select count(*)::int from client where company_id = c.id) as clients,
  (select count(*)::int from audit_entry where company_id = c.id and record_type = 'Client') as entries
  from company c order by 1`

/** Starts a server from each backup, stores their addresses in Citus, and advances the sequences: see docs/operating.md. */
async function restore(bin: string, folder: string, count: number): Promise<Cluster[]> {
  const restored: Cluster[] = []
  for (let index = 0; index < count; index += 1)
    restored.push(
      await restoreCluster(bin, {
        backup: join(folder, `data${index}`),
        archive: join(folder, `log${index}`),
        point: POINT,
      }),
    )
  const [coordinator, ...workers] = restored
  for (const { url } of restored)
    while ((await query(url, 'select pg_is_in_recovery() as yes')).rows[0].yes) await delay(100)
  const { url, port } = coordinator!
  const { rows } = await query(
    url,
    'select nodeid as id, groupid as "group" from pg_dist_node order by 1',
  )
  for (const { id, group } of rows as { id: number; group: number }[])
    await query(
      url,
      `select citus_update_node(${id}, '127.0.0.1', ${group === 0 ? port : workers[group - 1]!.port})`,
    )
  await advanceSequences(url)
  return restored
}
