import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** What the receiver responds; undefined: nothing. */
export type Respond = (
  received: Received,
) => { readonly status: number; readonly headers?: Record<string, string> } | undefined

/** A server that receives events, until the end of the test. */
export async function startReceiver(respond: Respond = () => ({ status: 204 })) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const event = { path, headers, body: Buffer.concat(chunks).toString() }
      received.push(event)
      const answer = respond(event)
      if (answer) response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, received }
}
