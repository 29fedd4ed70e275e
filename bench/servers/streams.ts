import { request } from 'node:http'
import { signInToGraphQL } from './clients.js'
import type { Server } from './server.js'

/** The most that the service lets one token open. */
const STREAMS_OF_A_TOKEN = 5

/** How many are opened at the same time. */
const AT_ONCE = 25

const QUERY = 'subscription { jobChanged { cursor job { id number status } } }'

/** Subscriptions that stay open while a server is measured. */
export interface Streams {
  readonly open: number
  /** The events that they have received, without those that only show that a stream is alive. */
  readonly events: number
}

/** Opens `count` subscriptions to the changes of jobs, as server-sent events, and waits until each is live. */
export async function openStreams(server: Server, count: number): Promise<Streams> {
  const streams = { open: 0, events: 0 }
  const tokens = await signInToGraphQL(server, Math.ceil(count / STREAMS_OF_A_TOKEN))
  const open = (index: number) =>
    openStream(server, tokens[Math.floor(index / STREAMS_OF_A_TOKEN)]?.authorization ?? '', streams)
  // A service answers 503 to more requests at the same time than it can begin in time.
  for (let first = 0; first < count; first += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - first)
    await Promise.all(Array.from({ length }, (_, index) => open(first + index)))
  }
  return streams
}

function openStream(
  { port }: Server,
  authorization: string,
  streams: { open: number; events: number },
) {
  return new Promise<void>((resolve, reject) => {
    const headers = {
      authorization,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    }
    const sent = request({ host: '127.0.0.1', port, path: '/graphql', method: 'POST', headers })
    sent.once('error', reject)
    sent.once('response', (response) => {
      response.setEncoding('utf8')
      response.once('data', (text: string) => {
        if (text.includes('"errors"')) reject(new Error(text))
        streams.open += 1
        resolve()
      })
      response.on('data', (text: string) => {
        streams.events += text.split('"job":{').length - 1
      })
      response.once('close', () => {
        streams.open -= 1
      })
    })
    sent.end(JSON.stringify({ query: QUERY }))
  })
}
