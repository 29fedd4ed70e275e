import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Accepts all events of webhooks, and keeps the ids of their records by the path of the address, such as `/1`. */
export async function openWebhookReceiver() {
  const records = new Map<string, Set<string>>()
  const recordsOf = (path: string): Set<string> => {
    const known = records.get(path) ?? new Set()
    records.set(path, known)
    return known
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { record: { id: string } }
      recordsOf(request.url ?? '').add(event.record.id)
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    recordsOf,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type WebhookReceiver = Awaited<ReturnType<typeof openWebhookReceiver>>
