import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { openServices, type ServiceProcess } from './service-process.js'
import { StreamCompanies, type Sent } from './stream-companies.js'

export interface StreamsOptions {
  readonly databaseUrl: string
  readonly companies: number
  readonly streams: number
  /** Writes in a second, in all companies together. */
  readonly rate: number
  readonly seconds: number
  /** Whether some transactions take long: the events of all newer ones wait for them. */
  readonly isSlow?: boolean
  /** How the service is stopped in the middle. */
  readonly signal?: 'SIGTERM' | 'SIGKILL'
}

const CHANGES =
  'subscription ($after: String) { changes(after: $after, types: [CLIENT]) { cursor recordId record { id ... on Client { legalName } } } }'

/** What a stream has received. */
class Stream {
  cursor: string | undefined
  readonly seen = new Set<string>()
  repeated = 0
  isLive = false
  /** How often the service has refused to begin it. */
  refused = 0

  constructor(
    readonly company: number,
    readonly token: string,
  ) {}
}

/** Sends events of `stream` to `onChange`, until the service ends it. */
function open(address: string, stream: Stream, agent: Agent, onChange: (name: string) => void) {
  const { hostname, port } = new URL(address)
  const ended = new Promise<void>((resolve) => {
    const sent = request(
      {
        ...{ hostname, port, agent, method: 'POST', path: '/graphql/stream' },
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          authorization: `Bearer ${stream.token}`,
        },
      },
      (response) => {
        if (response.statusCode !== 200) stream.refused += 1
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const events = (rest + text).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) read(event, stream, onChange)
        })
        response.on('close', resolve)
      },
    )
    sent.on('error', () => {
      resolve()
    })
    sent.end(JSON.stringify({ query: CHANGES, variables: { after: stream.cursor ?? null } }))
  })
  return ended.then(() => (stream.isLive = false))
}

/** Reads an event without parsing it as JSON: thousands of streams are read by one process. */
function read(event: string, stream: Stream, onChange: (name: string) => void): void {
  // During the restart. `follow` tries again.
  if (event.includes('"UNAVAILABLE"')) {
    stream.refused += 1
    return
  }
  if (event.includes('"errors"')) throw new Error(event)
  const [, cursor] = /"cursor":"([^"]+)"/.exec(event) ?? []
  if (cursor === undefined) return
  stream.isLive = true
  stream.cursor = cursor
  const [, name] = /"legalName":"([^"]+)"/.exec(event) ?? []
  if (name === undefined) return
  if (stream.seen.has(name)) stream.repeated += 1
  stream.seen.add(name)
  onChange(name)
}

/** Opens streams, writes at a steady rate, restarts the service once in the middle, and compares what was written with what arrived. */
export async function run(options: StreamsOptions) {
  const { companies, streams: count, rate, seconds, databaseUrl, isSlow = false } = options
  const { signal = 'SIGTERM' } = options
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const services = await openServices()
  const env = {
    DATABASE_URL: databaseUrl,
    PROCESSOR_BUDGET_MS: '0',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    SHUTDOWN_DELAY_MS: '0',
  }
  let service: ServiceProcess = await services.start(env)
  const filled = await StreamCompanies.create(databaseUrl, companies, Math.ceil(count / 5))
  try {
    const idle = await memoryOf(service)
    const streams = filled.tokens
      .flatMap(({ company, token }) => Array.from({ length: 5 }, () => new Stream(company, token)))
      .slice(0, count)
    const latencies: number[] = []
    const written = new Map<string, Sent>()
    let isRunning = true
    const follow = async (stream: Stream) => {
      while (isRunning) {
        await open(service.address, stream, agent, (name) => {
          const sent = written.get(name)
          if (sent) latencies.push(performance.now() - sent.committedAt)
        })
        await delay(100 + Math.random() * 400)
      }
    }
    for (const [index, stream] of streams.entries()) {
      void follow(stream)
      if (index % 20 === 19) await delay(5)
    }
    await until(() => streams.every(({ isLive }) => isLive))
    const full = await memoryOf(service)
    const refusals = () => streams.reduce((sum, { refused }) => sum + refused, 0)
    const refusedAtFirst = refusals()
    await filled.write(rate, seconds / 2, written, isSlow)
    await delay(1000)
    const beforeRestart = latencies.splice(0)
    const restarting = (async () => {
      process.kill(service.pid, signal)
      await service.exited
      service = await services.start(env)
      const began = performance.now()
      await until(() => streams.every(({ isLive }) => isLive))
      return performance.now() - began
    })()
    await filled.write(rate, seconds / 2, written, isSlow)
    const continued = await restarting
    const expected = filled.namesByCompany(written)
    await until(() =>
      streams.every(({ seen, company }) => seen.size >= (expected.get(company)?.length ?? 0)),
    )
    isRunning = false
    const lost = streams.reduce(
      (sum, { seen, company }) =>
        sum + (expected.get(company) ?? []).filter((name) => !seen.has(name)).length,
      0,
    )
    return {
      streams: streams.length,
      companies,
      writes: written.size,
      deliveries: streams.reduce((sum, { seen }) => sum + seen.size, 0),
      lost,
      repeated: streams.reduce((sum, { repeated }) => sum + repeated, 0),
      refused: refusedAtFirst,
      'refused after the restart': refusals() - refusedAtFirst,
      'ms until all streams go on after the restart': Math.round(continued),
      'ms from commit to client': percentiles(beforeRestart),
      'kB per stream': Math.round((full - idle) / 1000 / streams.length),
    }
  } finally {
    agent.destroy()
    await filled.close()
    await services.close()
  }
}

/** The memory of the service, in bytes. */
async function memoryOf({ pid }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let waited = 0; !isTrue(); waited += 100) {
    if (waited > 300_000)
      throw new Error('The streams did not get what they wait for within 300 s.')
    await delay(100)
  }
}

function percentiles(values: readonly number[]) {
  const sorted = [...values].sort((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return { median: at(0.5), p99: at(0.99), max: at(1) }
}
