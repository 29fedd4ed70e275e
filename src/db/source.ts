import type { ServiceClientConfig } from './dispatch/service-client.js'
import { openEmbedded } from './embedded/open-embedded.js'
import { createPrimaryFinder } from './find-primary.js'
import { parseServerUrl } from '../config/server-url.js'

/** A database to connect to. */
export interface Source {
  connection: ServiceClientConfig
  /** Whether the database runs inside this process, on one connection. */
  embedded: boolean
  /**
   * Whether this is a connection to PgBouncer in transaction mode, which may use another session for each transaction.
   * If undefined, the URL does not say so, and `connectClient` refuses a pooler.
   */
  pooled?: boolean | undefined
  close(): Promise<void>
}

/**
 * Settings of each session on a server. `random_page_cost=1.1` suits SSDs: with the default of 4, which suits hard
 * disks, the planner prefers to scan the primary key and to filter out other companies' records. `jit` is off because
 * compiling a large generated statement takes seconds and saves milliseconds. PgBouncer does not forward these
 * settings, so its `connect_query` has to set them.
 */
export const SETTINGS = { TimeZone: 'UTC', random_page_cost: '1.1', jit: 'off' }

const OPTIONS = Object.entries(SETTINGS).map(([name, value]) => `-c ${name}=${value}`)

/**
 * The PostgreSQL server at `url`; if it has several hosts, the one that is the primary. With the parameter
 * `pgbouncer=true`, `url` is the address of a PgBouncer.
 */
export function serverSource(url: string): Source {
  const parsed = parseServerUrl(url)
  if (!parsed) throw new Error('expected the URL of a PostgreSQL server')
  const address = new URL(parsed.url)
  const { hosts, pgbouncer } = parsed
  if (pgbouncer !== 'true') {
    const options = [address.searchParams.get('options'), ...OPTIONS]
    address.searchParams.set('options', options.filter(Boolean).join(' '))
  }
  const connection = {
    connectionString: address.href,
    application_name: 'field-inspection-service',
  }
  return {
    connection: hosts
      ? { ...connection, findPrimary: createPrimaryFinder(hosts, connection) }
      : connection,
    embedded: false,
    pooled: pgbouncer === undefined ? undefined : pgbouncer === 'true',
    close: async () => {},
  }
}

/** The embedded database in `folder`, or in memory if that is undefined. Its time zone is always UTC. */
export async function embeddedSource(
  folder: string | undefined,
  durable: boolean,
): Promise<Source> {
  const embedded = await openEmbedded(folder, durable)
  return {
    connection: {
      stream: () => embedded.connect(),
      user: 'postgres',
      password: '',
      database: 'postgres',
      ssl: false,
    },
    embedded: true,
    pooled: false,
    close: () => embedded.close(),
  }
}
