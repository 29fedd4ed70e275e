import { readConfig } from '../../src/config/config.js'
import { openDatabase } from '../../src/db/connect.js'
import { seedDemo } from '../../src/demo/seed-demo.js'
import { PATIENT } from '../support/patient-settings.js'
import { createEmptyDatabase } from '../support/server-database.js'
import { silentLog } from '../support/silent-log.js'
import { openClient, signIn } from './client.js'
import { type Outcomes, sendSteadily } from './outcomes.js'
import { openServices, type ServiceProcess } from './service-process.js'
import { openTcpProxy } from './tcp-proxy.js'

const QUERY = '{ sites(first: 5) { nodes { name } } }'

/**
 * Replaces two instances of the service one after the other, while clients send requests at a constant rate. The
 * instances use one database, and a load balancer distributes the requests. `server` is the URL of a PostgreSQL server
 * on which databases may be created.
 */
export async function run({
  before = 1000,
  after = 1000,
  perSecond = 200,
  server = process.env['DATABASE_URL'] ?? '',
} = {}): Promise<Outcomes> {
  const database = await createEmptyDatabase(server)
  const services = await openServices()
  const env = { ...PATIENT, DATABASE_URL: database.url }
  try {
    const demo = await seed(database.url, services.folder)
    const instances: ServiceProcess[] = [await services.start(env), await services.start(env)]
    const proxy = await openTcpProxy(() => instances.map(({ address }) => address))
    const client = openClient(proxy.address, 20)
    const [user] = demo?.users ?? []
    if (!user) throw new Error('expected a demo')
    const token = await signIn(client, user)
    const replace = async () => {
      for (const index of [0, 1]) {
        const old = instances[index]
        const started = await services.start(env)
        instances[index] = started
        old?.stop()
        await old?.exited
      }
    }
    const send = () => client.graphql(QUERY, token)
    const outcomes = await sendSteadily(send, { perSecond, before, after }, replace)
    client.close()
    proxy.close()
    return outcomes
  } finally {
    await services.close()
    await database.drop()
  }
}

async function seed(url: string, dataDir: string) {
  const database = await openDatabase(readConfig({ DATABASE_URL: url }), silentLog)
  try {
    return await seedDemo(database, { scale: 1, dataDir, onProgress: () => undefined })
  } finally {
    await database.close()
  }
}
