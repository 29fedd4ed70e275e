import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Of ten receivers, one never responds and one always fails. */
export const kindOf = (index: number) =>
  index % 10 === 0 ? 'hang' : index % 10 === 1 ? 'fail' : 'ok'

/** An event that a healthy receiver has got. */
export interface ReceivedEvent {
  /** The path of the receiver. */
  readonly path: string
  readonly id: string
  readonly body: string
  /** The UUID of the record that has changed. */
  readonly record: string
  /** From the begin of the transaction to the receipt. */
  readonly milliseconds: number
}

/** One server for all receivers: the path says which one an event is for. Keeps what healthy receivers get. */
export async function startReceivers() {
  const received: ReceivedEvent[] = []
  const listener = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      if (path.startsWith('/hang')) return
      // The port may have been that of another test, to which something is still sent.
      if (!path.startsWith('/ok/')) {
        response.writeHead(500).end()
        return
      }
      const body = Buffer.concat(chunks).toString()
      const event = JSON.parse(body) as { record: { id: string }; timestamp: string }
      received.push({
        ...{ path, id: String(headers['webhook-id']), body, record: event.record.id },
        milliseconds: Date.now() - Date.parse(event.timestamp),
      })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', 4096, resolve))
  onTestFinished(() => {
    listener.closeAllConnections()
    listener.close()
  })
  return { url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`, received }
}
