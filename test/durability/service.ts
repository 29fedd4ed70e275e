import { type ChildProcess, startProcess } from '../support/child-process.js'

/** A running service, and what it answers. */
export interface Service {
  readonly process: ChildProcess
  readonly address: string
}

/** Starts the service as a process, with durable commits, and waits until it listens. */
export async function startService(env: Record<string, string>): Promise<Service> {
  const process = startProcess('src/main.ts', {
    DATABASE_URL: '',
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    DURABLE: 'on',
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  })
  await process.printed('Server listening at http')
  const [, address = ''] = /listening at (http:\/\/[\d.]+:\d+)/.exec(process.output()) ?? []
  return { process, address }
}

/** Sends a GraphQL request. Returns its status, 0 if the connection broke, and the data of its response. */
export async function ask(
  address: string,
  query: string,
  variables: object,
  token?: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- each test knows its query
): Promise<{ status: number; data: any }> {
  try {
    const response = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ query, variables }),
    })
    const body = (await response.json()) as { data?: unknown }
    return { status: response.status, data: body.data }
  } catch {
    return { status: 0, data: undefined }
  }
}
