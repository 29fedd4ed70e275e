import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

interface Response {
  readonly status: number
  readonly headers?: Record<string, string>
}

/** What the receiver responds, now or later; undefined: nothing. */
export type Respond = (received: Received) => Response | undefined | Promise<Response | undefined>

/** A server that receives events, until the end of the test. */
export async function startReceiver(respond: Respond = () => ({ status: 204 })) {
  const received: Received[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = '', headers } = request
    const event = { path, headers, body: Buffer.concat(chunks).toString() }
    received.push(event)
    const answer = await respond(event)
    if (answer) response.writeHead(answer.status, answer.headers).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}
