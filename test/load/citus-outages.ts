import { setTimeout as delay } from 'node:timers/promises'
import { rawRequest } from '../support/raw-request.js'
import { openCompanies, requireFailures, writeInEach } from './citus-companies.js'
import { advanceSequences, openCitusServers, query } from './citus-servers.js'
import { openServices } from './service-process.js'

/**
 * Companies on a coordinator and two workers, as in `citus-moves`: the coordinator is killed and started again several times, both
 * instances of the service are replaced one after the other, and one is killed. Throws if a write is lost, if an id is given twice, if a
 * request fails while the instances are replaced, or if it fails with something other than 503 and `Retry-After` while the coordinator is down.
 */
export async function run({ companies = 20, seconds = 10, crashes = 5 } = {}) {
  const citus = await openCitusServers()
  const services = await openServices()
  try {
    const coordinator = await citus.add()
    const workers = [await citus.add(), await citus.add()]
    const { env, emails, instances, during, finish } = await openCompanies({
      services,
      coordinator,
      workers,
      companies,
      seconds,
    })

    const readiness = async (): Promise<(number | undefined)[]> =>
      Promise.all(
        instances.map(async ({ address }) => (await rawRequest(`${address}/ready`)).status),
      )
    let readyMeanwhile: (number | undefined)[] = []
    const coordinatorKilled = await during('coordinator killed', async () => {
      for (let crash = 0; crash < crashes; crash += 1) {
        await coordinator.stop('immediate')
        await delay(seconds * 200)
        readyMeanwhile = await readiness()
        await coordinator.start()
        await advanceSequences(coordinator.url)
        await delay(seconds * 200)
      }
    })
    const readyAfterwards = await readiness()
    const replaced = await during('instances replaced', async () => {
      for (const [index, old] of instances.entries()) {
        instances[index] = await services.start(env)
        old.stop()
        await old.exited
      }
    })
    const killed = await during('instance killed', async () => {
      const [old] = instances
      process.kill(old!.pid, 'SIGKILL')
      await old!.exited
      instances[0] = await services.start(env)
    })
    await finish()
    const { rows } = await query(coordinator.url, REPEATED)
    if (rows.length > 0) throw new Error(`ids given twice: ${JSON.stringify(rows)}`)
    await writeInEach(instances[0]!.address, emails)

    requireFailures('coordinator killed', coordinatorKilled, ['503'])
    requireFailures('instances replaced', replaced, [])
    return { coordinatorKilled, readyMeanwhile, readyAfterwards, replaced, killed }
  } finally {
    await services.close()
    await citus.close()
  }
}

/** Ids of two companies come from one sequence. */
const REPEATED = 'select id, count(*)::int from client group by id having count(*) > 1'
