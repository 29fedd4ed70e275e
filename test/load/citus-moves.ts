import { setTimeout as delay } from 'node:timers/promises'
import { addressOf, openCompanies } from './citus-companies.js'
import { openCitusServers, serverOf } from './citus-servers.js'
import { openServices } from './service-process.js'

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
    const { admin, distributeMs, during, finish } = await openCompanies({
      services,
      coordinator,
      workers: [one, two],
      companies,
      seconds,
    })

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
    await finish()
    const servers = await admin('shard', 'status')
    return { distributeMs, steady, moving, killed, adding, movingHalf, draining, servers }
  } finally {
    await services.close()
    await citus.close()
  }
}
