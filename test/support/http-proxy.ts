import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Forwards a request, and returns the response of the service. */
type Forward = () => Promise<Answer>

/**
 * What the proxy does with a request. If it resolves to undefined, the proxy closes the connection without a response.
 */
export type Handle = (body: string, forward: Forward) => Promise<Answer | undefined>

export const forwardAll: Handle = (_, forward) => forward()

/** A response of the proxy itself: an HTML page, as load balancers send it. */
export const page = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html', ...headers },
  body: `<html><h1>${status}</h1></html>`,
})

/**
 * Opens an HTTP proxy to a service, like a load balancer, until the test is over. A test can replace `handle` at any
 * time.
 */
export async function openHttpProxy(target: () => string, handle = forwardAll) {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    const answer = async () => {
      const body = await text(request)
      bodies.push(body)
      const forward = () => send(`${target()}${request.url ?? ''}`, request.headers, body)
      return front.handle(body, forward)
    }
    answer()
      .catch(() => page(502))
      .then((answered) => {
        if (answered) response.writeHead(answered.status, answered.headers).end(answered.body)
        else request.socket.destroy()
      })
      .catch(() => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  /** `bodies` has the bodies of the requests in order. */
  const front = { address: `http://127.0.0.1:${port}`, bodies, handle }
  return front
}

async function send(url: string, headers: NodeJS.Dict<string | string[]>, body: string) {
  const names = ['content-type', 'authorization', 'idempotency-key']
  const sent = names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : []))
  const response = await fetch(url, {
    method: 'POST',
    headers: Object.fromEntries(sent) as Record<string, string>,
    body,
  })
  const received = Object.fromEntries(response.headers) as Record<string, string>
  // `fetch` has decoded the body.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection']) {
    // oxlint-disable-next-line typescript/no-dynamic-delete -- names of headers
    delete received[name]
  }
  return { status: response.status, headers: received, body: await response.text() }
}
