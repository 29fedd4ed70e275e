import { EventEmitter, once } from 'node:events'
import { setImmediate as nextIteration } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { protectFromOverload } from '../../src/overload/admission.js'
import { watchRequestEnds } from '../../src/http/request-end.js'
import { ConcurrencyLimit } from '../../src/overload/concurrency-limit.js'
import { RequestRecord } from '../../src/telemetry/request-record.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'

/** Sends requests of a client, and records which of its requests start and which are refused. */
function clientOf(limit: ConcurrencyLimit, key: string) {
  const started: number[] = []
  const refused: number[] = []
  let count = 0
  const take = () => {
    const request = count++
    return limit.enter(
      key,
      () => started.push(request),
      () => refused.push(request),
    )
  }
  return { started, refused, take }
}

const repeat = <Result>(count: number, run: () => Result) => Array.from({ length: count }, run)

describe('the limit on concurrent requests of a client', () => {
  it('starts 16 requests, and each other one in order when an earlier one ends', async () => {
    const { started, take } = clientOf(new ConcurrencyLimit(16), 'a')
    const ends = Array.from({ length: 20 }, take)
    expect(started.length).toBe(16)
    ends[3]?.()
    ends[3]?.()
    ends[7]?.()
    await nextIteration()
    expect(started.slice(16)).toEqual([16, 17])
  })

  it('does not apply to the requests of another client', () => {
    const limit = new ConcurrencyLimit(16)
    Array.from({ length: 100 }, clientOf(limit, 'a').take)
    const other = clientOf(limit, 'b')
    other.take()
    expect(other.started).toEqual([0])
  })

  it('skips a request whose client has disconnected', async () => {
    const { started, take } = clientOf(new ConcurrencyLimit(16), 'a')
    const ends = Array.from({ length: 19 }, take)
    ends[16]?.()
    ends[0]?.()
    await nextIteration()
    expect(started.slice(16)).toEqual([17])
    // It leaves after it was chosen, before it starts: its place is free again.
    ends[1]?.()
    ends[18]?.()
    await nextIteration()
    take()
    expect(started.slice(17)).toEqual([19])
  })

  it('refuses more than 500 waiting requests', () => {
    const { refused, take } = clientOf(new ConcurrencyLimit(16), 'a')
    Array.from({ length: 518 }, take)
    expect(refused).toEqual([516, 517])
  })
})

/** An app with the limits, and without routes. */
function protectedApp() {
  const app = Fastify()
  watchRequestEnds(app)
  app.decorateRequest('record')
  app.addHook('onRequest', (request, _reply, done) => {
    request.record = new RequestRecord(0, undefined)
    done()
  })
  protectFromOverload(app, {
    processorBudgetMs: 2000,
    maxEventLoopDelayMs: 1000,
    authenticate: () => Promise.reject(new Error('No request needs it')),
  })
  return app
}

it('limits 3 concurrent requests of each user of an API key, and 16 without credentials of an address', async () => {
  const app = protectedApp()
  const started: string[] = []
  const finish = new EventEmitter().setMaxListeners(0)
  app.get<{ Querystring: { name: string } }>('/', async ({ query }) => {
    started.push(query.name)
    await once(finish, 'now')
    return 'finished'
  })
  const request = (name: string, headers = {}) => app.inject({ url: `/?name=${name}`, headers })
  const users = ['one', 'two'].map((name) => ({ 'x-api-key': 'key', 'x-api-token': name }))
  const responses = users
    .flatMap((headers) => repeat(6, () => request(headers['x-api-token'], headers)))
    .concat(repeat(20, () => request('address')))
  const countOf = (name: string) => started.filter((each) => each === name).length
  await expect.poll(() => ['one', 'two', 'address'].map(countOf)).toEqual([3, 3, 16])
  const finishing = setInterval(() => finish.emit('now'), 10)
  expect(new Set((await Promise.all(responses)).map(({ body }) => body))).toEqual(
    new Set(['finished']),
  )
  expect(started.length).toBe(32)
  clearInterval(finishing)
  await app.close()
})

it('does not count requests whose client disconnects during the authentication', async () => {
  const app = protectedApp()
  let arrived = 0
  let closed = 0
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    arrived += 1
    await once(reply.raw, 'close')
    closed += 1
  }
  app.get('/left', { onRequest }, () => 'left')
  app.get('/', () => 'answered')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const headers = { authorization: 'Bearer one' }
  const leave = new AbortController()
  const left = repeat(8, () => fetch(`${address}/left`, { headers, signal: leave.signal }))
  const failed = Promise.allSettled(left)
  await expect.poll(() => arrived).toBe(8)
  leave.abort()
  await failed
  await expect.poll(() => closed).toBe(8)
  expect(await (await fetch(address, { headers })).text()).toBe('answered')
  app.server.closeAllConnections()
  await app.close()
})

it('answers 100 requests of one session that are sent together', async () => {
  const company = await newCompany(testDatabase())
  const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  const address = startService()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post('{ viewer { role } }', {}, headers, address)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
