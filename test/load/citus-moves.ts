import { isDeepStrictEqual } from 'node:util'
import { addressOf, openCompanies, requireFailures } from './citus-companies.js'
import { openCitusServers, serverOf, sharesShard } from './citus-servers.js'
import { openServices } from './service-process.js'

/**
 * Companies on a coordinator and two workers, through two instances: all of them write, and follow their writes in their audit logs, in
 * streams and with webhooks, while some get shards of their own, one is moved, a worker is killed and started again, two workers are added,
 * and one is drained. While the worker is down, another instance starts.
 *
 * Throws if a write is lost, if one is missed, seen twice or out of order, or if a request fails, except with 503 in a company of the worker
 * that is down, or while a shard is divided. The others must go on with their writes, streams and webhooks.
 */
export async function run({ companies = 20, seconds = 10 } = {}) {
  const citus = await openCitusServers()
  const services = await openServices()
  try {
    const [coordinator, one, two] = [await citus.add(), await citus.add(), await citus.add()]
    const { admin, env, distributeMs, instances, during, stalled, finish } = await openCompanies({
      services,
      coordinator,
      workers: [one, two],
      companies,
      seconds,
    })

    const steady = await during('steady', () => Promise.resolve())
    const isolating = await during('isolating', async () => {
      for (let id = 1; id <= companies / 5; id += 1)
        if (await sharesShard(coordinator, id)) await admin('shard', 'isolate', String(id))
    })
    const { port } = await serverOf(coordinator, 1)
    const target = port === one.port ? two : one
    const moving = await during('moving', () => admin('shard', 'move', '1', addressOf(target)))
    const ids = Array.from({ length: companies }, (_, index) => index + 1)
    const ofOne = new Set<number>()
    for (const id of ids) if ((await serverOf(coordinator, id)).port === one.port) ofOne.add(id)
    const killed = await during('killed', async () => {
      await one.stop('immediate')
      // Production also checks whether the database has demo accounts.
      instances.push(await services.start({ ...env, NODE_ENV: 'production' }))
      const waiting = await stalled(ids.filter((id) => !ofOne.has(id)))
      await one.start()
      if (waiting.length > 0)
        throw new Error(
          `killed: expected progress of all other companies, not of ${waiting.join()}`,
        )
    })
    const [three, four] = [await citus.add(), await citus.add()]
    const adding = await during('adding', () =>
      admin('shard', 'create', '--workers', [three, four].map(addressOf).join()),
    )
    const movingHalf = await during('moving half', async () => {
      for (let id = 1; id <= companies / 2; id += 1) {
        const target = id % 2 ? three : four
        // It may have moved together with another one.
        if ((await serverOf(coordinator, id)).port !== target.port)
          await admin('shard', 'move', String(id), addressOf(target))
      }
    })
    const draining = await during('draining', () => admin('shard', 'drain', addressOf(one)))
    await finish()
    const servers = await admin('shard', 'status')

    requireFailures('killed', killed, ['503'])
    // The writes of all companies wait, and some are refused after the time limits of the service.
    if (Object.keys(isolating.failed).length > 0) requireFailures('isolating', isolating, ['503'])
    if (!isDeepStrictEqual(killed.companiesWithFailures, [...ofOne]))
      throw new Error(
        `killed: expected failures of ${[...ofOne].join()}, got ${killed.companiesWithFailures.join()}`,
      )
    for (const [name, phase] of Object.entries({ steady, moving, adding, movingHalf, draining }))
      requireFailures(name, phase, [])
    return {
      distributeMs,
      steady,
      isolating,
      moving,
      killed,
      adding,
      movingHalf,
      draining,
      servers,
    }
  } finally {
    await services.close()
    await citus.close()
  }
}
