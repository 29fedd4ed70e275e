import pg from 'pg'
import { readConfig } from '../../src/config/config.js'
import { connectSource, migrateSource } from '../../src/db/connect.js'
import { serverSource } from '../../src/db/source.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { ask, type Service, startService } from '../durability/service.js'
import { newCompany } from '../support/builders.js'
import { type Cluster, createCluster, createReplica } from '../support/cluster.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { PATIENT } from '../support/patient-settings.js'
import { withOwnStatements } from '../support/own-statements.js'

const METRICS_TOKEN = 'a token of Prometheus'

/** A replica lags if it has not replayed what the primary wrote a second ago. */
const MAX_LAG_MS = '1000'

/** What the metrics of a service show about a replica. */
export interface ReplicaMetrics {
  readonly state: string | undefined
  readonly lagSeconds: number
  readonly answered: number
  readonly behind: number
  readonly failed: number
}

/** A client of the API: the user of a company of its own. */
export interface ApiUser {
  readonly token: string
  /** Set B's credentials. */
  readonly pair: Readonly<Record<string, string>>
}

/** A primary, two streaming replicas, and two instances of the service. */
export async function startReplicated(bin: string) {
  // A crash of the server, not of the machine, loses nothing without fsync.
  const primary = await createCluster(bin, { fsync: 'off' })
  const ports = [primary.port]
  const one = await createReplica(bin, primary, { name: 'one', ports })
  const two = await createReplica(bin, primary, { name: 'two', ports: [...ports, one.port] })
  const source = serverSource(primary.url)
  await migrateSource(source, 60_000, silentLog)
  const hosts = [primary, one, two].map(({ port }) => `127.0.0.1:${port}`).join()
  const env = {
    DATABASE_URL: `postgresql://postgres@${hosts}/postgres?target_session_attrs=read-write`,
    DATABASE_REPLICA_URLS: [primary, one, two].map(({ url }) => url).join(),
    DATABASE_REPLICA_MAX_LAG_MS: MAX_LAG_MS,
    DATABASE_CONNECT_TIMEOUT_MS: '2000',
    METRICS_TOKEN,
  }
  const services: Service[] = await Promise.all([startService(env), startService(env)])
  const close = async () => {
    for (const { process } of services) await process.destroy()
    for (const cluster of [two, one, primary]) await cluster.remove()
  }
  return { primary, one, two, services, source, close }
}

/** Users of new companies. The database must be open for writes. */
export async function createUsers(primary: Cluster, count: number): Promise<ApiUser[]> {
  const db = withOwnStatements(
    connectSource(serverSource(primary.url), readConfig(PATIENT), silentLog),
  )
  const users: ApiUser[] = []
  for (let index = 0; index < count; index += 1) {
    const { admin } = await newCompany(db)
    const { accessToken } = await newSession(admin)
    const { key } = await createApiKey(admin, { name: 'Replicas' })
    const { accessToken: token } = await newSession(admin, 'set_b')
    users.push({ token: accessToken, pair: { 'x-api-key': key, 'x-api-token': token } })
  }
  await db.close()
  return users
}

/** Sends SQL to one server. */
export async function sql(cluster: Cluster, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  let rows: unknown[] = []
  for (const text of statements) ({ rows } = await client.query<object>(text))
  await client.end()
  return rows
}

export const pauseReplay = (replica: Cluster) => sql(replica, 'select pg_wal_replay_pause()')
export const resumeReplay = (replica: Cluster) => sql(replica, 'select pg_wal_replay_resume()')

/** The metrics of a service. */
export async function scrape({ address }: Service): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await fetch(`${address}/metrics`, { headers })).text()
}

/** What a service measures about a replica. */
export async function metricsOf(service: Service, { port }: Cluster): Promise<ReplicaMetrics> {
  const text = await scrape(service)
  const valueOf = (name: string, labels = '') => {
    const line = `${name}{replica="127.0.0.1:${port}"${labels}} `
    const start = text.indexOf(line)
    return start < 0 ? NaN : Number.parseFloat(text.slice(start + line.length))
  }
  const reads = (result: string) => valueOf('fis_replica_reads_total', `,result="${result}"`)
  return {
    state: ['in_use', 'left_out', 'primary'].find(
      (state) => valueOf('fis_replica_state', `,state="${state}"`) === 1,
    ),
    lagSeconds: valueOf('fis_replica_lag_seconds'),
    answered: reads('answered'),
    behind: reads('behind'),
    failed: reads('failed'),
  }
}

/** Creates a client. Returns its id; undefined if the response is not a success. */
export async function createClient(service: Service, { token }: ApiUser, name: string) {
  const { data } = await ask(
    service.address,
    'mutation ($name: String!) { createClient(input: { legalName: $name }) { client { id } } }',
    { name },
    token,
  )
  return data?.createClient?.client?.id as string | undefined
}
