import type { ClientConfig } from 'pg'
import { openEmbedded } from './embedded/open-embedded.js'

/** A database to connect to. */
export interface Source {
  connection: ClientConfig
  /** Whether the database runs inside this process, on one connection. */
  embedded: boolean
  close(): Promise<void>
}

/**
 * The settings of every session on a server. `random_page_cost` suits SSDs: with the default, which suits hard disks,
 * PostgreSQL scans the primary key and skips other companies' records. `jit` is off because compiling a large generated
 * statement takes seconds and saves milliseconds.
 */
const SETTINGS = '-c TimeZone=UTC -c random_page_cost=1.1 -c jit=off'

/** The PostgreSQL server at `url`. */
export function serverSource(url: string): Source {
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', [options, SETTINGS].filter(Boolean).join(' '))
  return {
    connection: { connectionString: address.href, application_name: 'field-inspection-service' },
    embedded: false,
    close: async () => {},
  }
}

/** The embedded database in `folder`, or in memory if there is none. Its time zone is always UTC. */
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
    close: () => embedded.close(),
  }
}
