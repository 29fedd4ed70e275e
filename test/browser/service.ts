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
export async function firstSite({ address }: Service): Promise<string> {
  const ask = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    return ((await response.json()) as { data: any }).data // eslint-disable-line @typescript-eslint/no-explicit-any -- each test knows its response
  }
  const { login } = await ask(
    `mutation { login(input: { username: "admin@harbour.example", password: "demo-password" }) { accessToken } }`,
  )
  const { sites } = await ask('{ sites(first: 1) { nodes { name } } }', {
    authorization: `Bearer ${login.accessToken}`,
  })
  return sites.nodes[0].name as string
}

function portOf(child: ChildProcess): string {
  const [, port] = /127\.0\.0\.1:(\d+)\/graphql/.exec(child.output()) ?? []
  if (!port) throw new Error(`No address in what the service printed:\n${child.output()}`)
  return port
}
