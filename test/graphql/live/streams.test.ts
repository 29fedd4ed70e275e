import { request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'graphql-ws'
import { expect, it, onTestFinished, vi } from 'vitest'
import WebSocket from 'ws'
import { createApp } from '../../../src/app.js'
import { readConfig } from '../../../src/config/config.js'
import { deleteExpired } from '../../../src/domain/cleanup/cleanup.js'
import { encodeChangeCursor } from '../../../src/graphql/schema/change-feed/change-cursor.js'
import { newClient, newCompany } from '../../support/builders.js'
import { closeApp } from '../../support/close-app.js'
import { connectDirectly, testDatabase } from '../../support/database.js'
import { post, service, startService, tokenOf } from '../../support/graphql.js'
import { serviceDatabaseOf } from '../../support/service-database.js'
import { traceLog } from '../../support/trace-log.js'
import { untilSettled } from '../../support/until-settled.js'
import { runMutation } from '../mutations/run-mutation.js'
import {
  begun,
  CHANGES,
  connect,
  METRICS_TOKEN,
  metricsOf,
  Received,
  subscribe,
  subscribeWith,
} from './streams.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 500_000 }

it.skipIf(!process.env['DATABASE_URL'])(
  'waits for a transaction that takes long: the events are in the order of transaction ids',
  async () => {
    const company = await newCompany(db)
    const received = await subscribe(company.technician, { query: CHANGES })
    const slow = await connectDirectly()
    await slow.query('begin')
    const { rows } = await slow.query<{ uuid: string }>(
      `insert into client (uuid, company_id, legal_name, user_id)
       values (gen_random_uuid(), $1, 'Slow', $2) returning uuid`,
      [company.companyId, company.users.admin.id],
    )
    const fast = await newClient(company)
    await delay(500)
    expect(received.changes).toEqual([])
    await slow.query('commit')
    await slow.end()
    await vi.waitFor(() => {
      expect(received.changes.map(({ recordId }) => recordId)).toEqual([rows[0]!.uuid, fast.uuid])
    }, PATIENCE)
  },
)

it.skipIf(!process.env['DATABASE_URL'])(
  'keeps a stream alive while it waits for what it has missed',
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const company = await newCompany(db)
    const address = await startService()
    const first = await subscribe(company.technician, { query: CHANGES }, { address })
    first.close()
    const missed = await newClient(company)
    const lock = await connectDirectly()
    await lock.query('begin')
    await lock.query('lock table state_change in access exclusive mode')
    const query = { query: CHANGES, variables: { after: first.cursor } }
    const continuing = subscribe(company.technician, query, { address })
    await delay(2000)
    vi.advanceTimersByTime(21_000)
    const received = await continuing
    expect(received.results).toEqual([
      { data: { changes: null }, extensions: { cursor: first.cursor } },
    ])
    await lock.query('rollback')
    await lock.end()
    await vi.waitFor(() => {
      expect(received.changes.map(({ recordId }) => recordId)).toEqual([missed.uuid])
    }, PATIENCE)
  },
)

it('ends within seconds of a revocation, and sends nothing after it', async () => {
  const company = await newCompany(db)
  const token = await tokenOf(company.technician)
  const received = await subscribe(company.technician, { query: CHANGES }, { token })
  await db.prisma.session.updateMany({
    where: { companyId: company.companyId, userId: company.users.technician.id },
    data: { revokedAt: new Date() },
  })
  await delay(1100)
  await newClient(company)
  await vi.waitFor(() => {
    expect(received.codes).toEqual(['UNAUTHENTICATED'])
    expect(received.isComplete).toBe(true)
  }, PATIENCE)
  expect(received.changes).toEqual([])
})

it('ends without any change, too, and with RESYNC if the role of the user has changed', async () => {
  const company = await newCompany(db)
  const received = await subscribe(company.technician, { query: CHANGES })
  await db.prisma.membership.updateMany({
    where: { companyId: company.companyId, userId: company.users.technician.id },
    data: { role: 'admin' },
  })
  await vi.waitFor(() => {
    expect(received.codes).toEqual(['RESYNC'])
  }, PATIENCE)
  expect(received.isComplete).toBe(true)
})

it('allows five streams of a token', async () => {
  const company = await newCompany(db)
  const token = await tokenOf(company.technician)
  const open = () => subscribe(company.technician, { query: CHANGES }, { token })
  const first = await open()
  const streams = [first, ...(await Promise.all([open(), open(), open(), open()]))]
  expect(streams.flatMap(({ codes }) => codes)).toEqual([])
  expect((await open()).codes).toEqual(['RATE_LIMITED'])
  first.close()
  await vi.waitFor(async () => {
    expect((await open()).codes).toEqual([])
  }, PATIENCE)
})

it('allows five streams of a token that are opened together', async () => {
  const company = await newCompany(db)
  const token = await tokenOf(company.technician)
  const streams = await Promise.all(
    Array.from({ length: 12 }, () => subscribe(company.technician, { query: CHANGES }, { token })),
  )
  const codes = streams.map(({ codes: [code] }) => code)
  expect(codes.filter((code) => code === undefined).length).toBe(5)
  expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBe(7)
})

it('refuses a cursor whose changes have been deleted', async () => {
  const company = await newCompany(db)
  const { cursor } = await subscribe(company.technician, { query: CHANGES })
  await newClient(company)
  await db.prisma
    .$executeRaw`update audit_entry set at = now() - interval '40 days' where company_id = ${company.companyId}`
  await deleteExpired(serviceDatabaseOf(db), 30)
  await vi.waitFor(async () => {
    const late = await subscribe(company.technician, {
      query: CHANGES,
      variables: { after: cursor },
    })
    expect(late.codes).toEqual(['RESYNC'])
  }, PATIENCE)
})

it('refuses a cursor after the end of the log, and other streams of the company get their events', async () => {
  const company = await newCompany(db)
  const after = encodeChangeCursor('technician', { transactionId: '9'.repeat(18), id: 0 })
  const query = { query: CHANGES, variables: { after } }
  const refused = await subscribe(company.technician, query)
  const received = await subscribe(company.technician, { query: CHANGES })
  const { uuid } = await newClient(company)
  await vi.waitFor(() => {
    expect(received.changes.map(({ recordId }) => recordId)).toEqual([uuid])
  }, PATIENCE)
  expect(refused.codes).toEqual(['RESYNC'])
  // A replica, which may answer this query, may have an earlier end.
  const changes = 'query ($after: String) { changes(after: $after) { cursor } }'
  const headers = { authorization: `Bearer ${await tokenOf(company.technician)}` }
  const { data } = await post(changes, { after }, headers)
  expect(data).toEqual({ changes: { cursor: after } })
})

it('completes all streams when the process stops, and another instance continues', async () => {
  const company = await newCompany(db)
  const app = await createApp(readConfig({}), serviceDatabaseOf(db), traceLog)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const first = await subscribe(company.technician, { query: CHANGES }, { address })
  const one = await newClient(company)
  await vi.waitFor(() => {
    expect(first.changes.map(({ recordId }) => recordId)).toEqual([one.uuid])
  }, PATIENCE)
  const overSocket = new Received()
  const closed = vi.fn<(event: unknown) => void>()
  const client = createClient({
    url: `${address.replace('http', 'ws')}/graphql/stream`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${await tokenOf(company.technician)}` },
    // The client does not close the connection when its last subscription is complete.
    lazy: false,
    retryAttempts: 0,
    on: { closed },
    onNonLazyError: () => undefined,
  })
  onTestFinished(() => client.dispose())
  client.subscribe({ query: CHANGES }, overSocket.sink)
  await begun(overSocket)
  // As `shutdown.ts` does before it closes the app.
  app.streams.endAll()
  await vi.waitFor(() => {
    expect(first.isComplete).toBe(true)
    expect(closed).toHaveBeenCalledWith(expect.objectContaining({ code: 1001 }))
  }, PATIENCE)
  expect([overSocket.isComplete, overSocket.error]).toEqual([true, undefined])
  await closeApp(app)
  const other = await newClient(company)
  const second = await subscribe(company.technician, {
    query: CHANGES,
    variables: { after: first.cursor! },
  })
  await vi.waitFor(() => {
    expect(second.changes.map(({ recordId }) => recordId)).toEqual([other.uuid])
  }, PATIENCE)
})

it('refuses new streams during maintenance, and ends those that are open', async () => {
  const company = await newCompany(db)
  let isInMaintenance = false
  const app = await createApp(
    readConfig({}),
    serviceDatabaseOf(db),
    traceLog,
    undefined,
    () => isInMaintenance,
  )
  onTestFinished(() => closeApp(app))
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const received = await subscribe(company.technician, { query: CHANGES }, { address })
  isInMaintenance = true
  await vi.waitFor(() => {
    expect(received.codes).toEqual(['UNAVAILABLE'])
    expect(received.isComplete).toBe(true)
  }, PATIENCE)
  const refused = await subscribe(company.technician, { query: CHANGES }, { address })
  expect(refused.error).toMatchObject({ response: { status: 503 } })
})

it('has security headers, and those of CORS, and is not compressed', async () => {
  const company = await newCompany(db)
  const { hostname, port } = new URL(await service())
  const headers = await new Promise<Record<string, unknown>>((resolve, reject) => {
    const sent = httpRequest(
      {
        ...{ hostname, port, method: 'POST', path: '/graphql' },
        headers: {
          'content-type': 'application/json',
          accept: 'text/event-stream',
          'accept-encoding': 'br, gzip',
          origin: 'http://localhost:5173',
        },
      },
      (response) => {
        resolve(response.headers)
        response.destroy()
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify({ query: CHANGES }))
  })
  expect(company.companyId).toBeGreaterThan(0)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'access-control-allow-origin': 'http://localhost:5173',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  })
  expect(headers['content-encoding']).toBeUndefined()
})

it('does not count an open stream as a request in progress', async () => {
  const company = await newCompany(db)
  const address = await startService({ METRICS_TOKEN })
  const received = await subscribe(company.technician, { query: CHANGES }, { address })
  const { uuid } = await newClient(company)
  await vi.waitFor(async () => {
    const text = await metricsOf(address)
    expect(received.changes.at(-1)).toMatchObject({ recordId: uuid })
    expect(text).toContain('fis_streams{transport="sse"} 1')
    expect(text).toContain('fis_stream_groups 1')
    // A transaction in another database may hold back the position from which the stream reads.
    expect(text).toContain(`fis_stream_events_total ${received.changes.length}\n`)
    // That of this request.
    expect(text).toContain('fis_requests_in_progress 1')
  }, PATIENCE)
})

it('serves subscriptions over a WebSocket, whose first message has the credentials', async () => {
  const company = await newCompany(db)
  // As `subscribe` does: its own creation is not among the changes.
  await untilSettled(company.technician)
  const token = `Bearer ${await tokenOf(company.technician)}`
  const received = await subscribeWith(await connect(token))
  const client = await newClient(company)
  await vi.waitFor(() => {
    expect(received.changes).toMatchObject([{ recordId: client.uuid, action: 'UPSERT' }])
  }, PATIENCE)
  expect((await subscribeWith(await connect('Bearer none'))).error).toMatchObject([
    { extensions: { code: 'UNAUTHENTICATED' } },
  ])
  const query = '{ viewer { role } }'
  expect((await subscribeWith(await connect(token), { query })).error).toMatchObject([
    { extensions: { code: 'BAD_REQUEST' } },
  ])
  await runMutation(company.admin, 'removeClient', { id: client.uuid })
  await vi.waitFor(() => {
    expect(received.changes.slice(1)).toMatchObject([{ action: 'REMOVE' }])
  }, PATIENCE)
})

it('allows five streams of a token that are opened together over a WebSocket', async () => {
  const company = await newCompany(db)
  const client = await connect(`Bearer ${await tokenOf(company.technician)}`)
  const streams = await Promise.all(Array.from({ length: 12 }, () => subscribeWith(client)))
  const refused = streams.filter((each) => JSON.stringify(each).includes('RATE_LIMITED'))
  expect(refused.length).toBe(7)
})

it('refuses a subscription after the end of the session, also on a WebSocket that is open', async () => {
  const company = await newCompany(db)
  const client = await connect(`Bearer ${await tokenOf(company.technician)}`)
  const first = await subscribeWith(client)
  const cursor = first.cursor!
  first.close()
  await db.prisma.session.updateMany({
    where: { companyId: company.companyId, userId: company.users.technician.id },
    data: { revokedAt: new Date() },
  })
  await newClient(company)
  const second = await subscribeWith(client, { query: CHANGES, variables: { after: cursor } })
  expect(second.error).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }])
  expect(second.results).toEqual([])
})

it('charges subscriptions of a WebSocket to the budget of their user, and refuses them when it is used', async () => {
  const company = await newCompany(db)
  const address = startService({ PROCESSOR_BUDGET_MS: '200' })
  const authorization = `Bearer ${await tokenOf(company.technician)}`
  const client = await connect(authorization, address)
  let error: unknown
  for (let count = 0; count < 2000 && !/RATE_LIMITED/.test(JSON.stringify(error)); count += 1) {
    ;({ error } = await subscribeWith(client, { query: 'subscription { nothing }' }))
  }
  expect(error).toMatchObject([
    {
      message: expect.stringMatching(/^These credentials have used their budget/),
      extensions: { code: 'RATE_LIMITED', retryAfter: expect.any(Number) },
    },
  ])
  expect((await post('{ viewer { role } }', {}, { authorization }, address)).status).toBe(429)
  expect((await post('{ __typename }', {}, {}, address)).status).toBe(200)
})

it('answers a request that offers HTTP/2 as any other', async () => {
  const { hostname, port } = new URL(await service())
  const body = JSON.stringify({ query: '{ __typename }' })
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = httpRequest(
      {
        ...{ hostname, port, method: 'POST', path: '/graphql' },
        headers: {
          'content-type': 'application/json',
          connection: 'Upgrade, HTTP2-Settings',
          upgrade: 'h2c',
          'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
        },
      },
      (response) => {
        let text = ''
        response.on('data', (data: Buffer) => (text += data.toString()))
        response.on('end', () => {
          resolve(text)
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
  expect(JSON.parse(answer)).toEqual({ data: { __typename: 'Query' } })
})
