import { Client } from '../../examples/client/client.js'
import { ExportSitesDocument } from '../../examples/client/generated/graphql.js'
import { type ChildProcess, startProcess } from '../support/child-process.js'

export interface Service {
  /** Its address, with the host localhost. */
  readonly address: string
  stop(): Promise<void>
}

/** Starts the service in an empty folder, which it fills with demo data. */
export async function startDemo(folder: string): Promise<Service> {
  const child = startProcess('src/main.ts', {
    DATA_DIR: folder,
    DATABASE_URL: '',
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DURABLE: 'off',
  })
  await child.printed('/graphql')
  return { address: `http://localhost:${portOf(child)}`, stop: child.destroy }
}

/** The name of the first site, queried without the playground. */
export async function firstSite({ address }: Service): Promise<string | undefined> {
  const client = new Client({ url: `${address}/graphql` })
  await client.signIn('admin@harbour.example', 'demo-password')
  const { sites } = await client.request(ExportSitesDocument, { first: 1, count: false })
  return sites.nodes[0]?.name
}

function portOf(child: ChildProcess): string {
  const [, port] = /127\.0\.0\.1:(\d+)\/graphql/.exec(child.output()) ?? []
  if (!port) throw new Error(`No address in what the service printed:\n${child.output()}`)
  return port
}
