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

/** Sends queries as a user of the demo, without a browser. Returns `data`. */
export type Ask = (query: string, variables?: object) => Promise<any> // eslint-disable-line @typescript-eslint/no-explicit-any -- each test knows its response

export async function askAs(username: string, { address }: Service): Promise<Ask> {
  const send = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const { data, errors } = (await response.json()) as { data?: any; errors?: unknown } // eslint-disable-line @typescript-eslint/no-explicit-any -- see above
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }
  const { login } = await send({
    query: `mutation { login(input: { username: "${username}", password: "demo-password" }) { accessToken } }`,
  })
  const headers = { authorization: `Bearer ${login.accessToken}` }
  return (query, variables = {}) => send({ query, variables }, headers)
}

function portOf(child: ChildProcess): string {
  const [, port] = /127\.0\.0\.1:(\d+)\/graphql/.exec(child.output()) ?? []
  if (!port) throw new Error(`No address in what the service printed:\n${child.output()}`)
  return port
}
