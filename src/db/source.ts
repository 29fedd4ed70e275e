import type { ClientConfig } from 'pg'
import { openEmbedded } from './embedded/open-embedded.js'

/** Where connections go to. */
export interface Source {
  connection: ClientConfig
  /** Whether the database runs inside this process, on one connection. */
  embedded: boolean
  close(): Promise<void>
}

/**
 * The settings of every session. Time is read and written as UTC. `random_page_cost` is that of memory and SSDs: with
 * the default, which is for disks, PostgreSQL walks the primary key through other companies' records. `jit` is off
 * because PostgreSQL compiles a large generated statement for seconds, to save milliseconds of its execution.
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

/** The embedded database in `folder`, or in memory; its time zone is UTC always. */
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
