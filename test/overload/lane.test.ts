import { EventEmitter, once } from 'node:events'
import { setImmediate as nextIteration } from 'node:timers/promises'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { protectFromOverload } from '../../src/overload/admission.js'
import type { Caller, Database } from '../../src/db/connect.js'
import { ApiKeyUses } from '../../src/domain/api-key/api-key-uses.js'
import { beginRequests } from '../../src/request/request.js'
import { Lane, type LaneLimits } from '../../src/overload/lane.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import type { TestDatabase } from '../support/own-statements.js'
import { post, startService, tokenOf } from '../support/graphql.js'

/** Sends requests to a lane, and records which of them start and which are refused. */
function sender(lane: Lane) {
  const started: number[] = []
  const refused: number[] = []
  let count = 0
  const take = (isLight = false) => {
    const request = count++
    return lane.enter(
      isLight,
      () => started.push(request),
      () => refused.push(request),
    )
  }
  return { started, refused, take }
}

const repeat = <Result>(count: number, run: () => Result) => Array.from({ length: count }, run)
const newLane = (limits: Partial<LaneLimits> = {}, above?: Lane) =>
  new Lane({ heavy: 16, all: 16, maxWaitMs: 60_000, ...limits }, above)

describe('a lane', () => {
  it('starts 16 requests, and each other one in order when an earlier one ends', async () => {
    const { started, take } = sender(newLane())
    const ends = repeat(20, take)
    expect(started.length).toBe(16)
    ends[3]?.()
    ends[3]?.()
    ends[7]?.()
    await nextIteration()
    expect(started.slice(16)).toEqual([16, 17])
  })

  it('does not apply to the requests of another payer', () => {
    repeat(100, sender(newLane()).take)
    const other = sender(newLane())
    other.take()
    expect(other.started).toEqual([0])
  })

  it('skips a request whose client has disconnected', async () => {
    const { started, take } = sender(newLane())
    const ends = repeat(19, take)
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
    const { refused, take } = sender(newLane())
    repeat(518, take)
    expect(refused).toEqual([516, 517])
  })

  it('refuses a request that has waited too long, and then starts the next one', async () => {
    const { started, refused, take } = sender(newLane({ all: 1, maxWaitMs: 10 }))
    const [end] = repeat(2, take)
    await expect.poll(() => refused).toEqual([1])
    end?.()
    take()
    expect(started).toEqual([0, 2])
  })

  it('starts light requests beside heavy ones that fill their places', async () => {
    const { started, take } = sender(newLane({ heavy: 3, all: 5 }))
    const [end] = repeat(5, take)
    expect(started).toEqual([0, 1, 2])
    const light = repeat(3, () => take(true))
    expect(started).toEqual([0, 1, 2, 5, 6])
    light[0]?.()
    await nextIteration()
    expect(started.slice(5)).toEqual([7])
    end?.()
    await nextIteration()
    expect(started.slice(6)).toEqual([3])
  })
})

describe('lanes under one lane', () => {
  it('share its places, and take turns', async () => {
    const group = newLane({ heavy: 4, all: 8 })
    const [one, two] = [sender(newLane({ heavy: 3 }, group)), sender(newLane({ heavy: 3 }, group))]
    const ends = repeat(6, one.take)
    repeat(3, two.take)
    expect([one.started, two.started]).toEqual([[0, 1, 2], [0]])
    expect(group.waiting).toBe(5)
    for (const end of ends.slice(0, 2)) end()
    await nextIteration()
    expect([one.started.length, two.started.length]).toEqual([4, 2])
    expect(group.waiting).toBe(3)
  })

  it('refuse more than 500 waiting requests together, those of the fullest lane first', () => {
    const group = newLane({ heavy: 0 })
    const [full, few, one] = repeat(3, () => sender(newLane({}, group)))
    repeat(450, full!.take)
    repeat(60, few!.take)
    one!.take()
    expect(group.waiting).toBe(500)
    expect(full!.refused).toEqual(Array.from({ length: 11 }, (_, index) => 449 - index))
    expect([few!.refused, one!.refused]).toEqual([[], []])
    repeat(2, full!.take)
    expect(full!.refused.slice(11)).toEqual([450, 451])
  })

  it('refuse a request if 500 of other lanes wait, one of each', () => {
    const group = newLane({ heavy: 0 })
    const lanes = repeat(501, () => sender(newLane({}, group)))
    for (const { take } of lanes) take()
    expect(lanes.map(({ refused }) => refused.length)).toEqual([...Array(500).fill(0), 1])
  })

  it('leave no place taken when all requests have ended', async () => {
    const group = newLane({ heavy: 2, all: 2 })
    const ends = repeat(10, () =>
      repeat(3, sender(newLane({ heavy: 1, all: 1 }, group)).take),
    ).flat()
    for (const end of ends) {
      end()
      await nextIteration()
    }
    expect(group.waiting).toBe(0)
    const after = sender(group)
    repeat(2, after.take)
    expect(after.started).toEqual([0, 1])
  })
})

/** An app with the limits on requests in progress only, and without routes. */
function protectedApp({ db = testDatabase(), requestQueueTimeoutMs = 60_000 } = {}) {
  const app = Fastify()
  const begin = beginRequests(db, new ApiKeyUses(db), { start: () => undefined, finish: () => {} })
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    done()
  })
  protectFromOverload(app, {
    processorBudgetMs: 0,
    maxEventLoopDelayMs: 0,
    requestQueueTimeoutMs,
  })
  return app
}

/** Sends requests to routes of an app that wait until `finish` emits. Returns the names of those that have started. */
async function sendWaiting(
  requests: readonly { name: string; headers?: object; ip?: string }[],
  app = protectedApp(),
) {
  const started: string[] = []
  const finish = new EventEmitter().setMaxListeners(0)
  app.get<{ Querystring: { name: string } }>('/', async ({ query }) => {
    started.push(query.name)
    await once(finish, 'now')
    return 'finished'
  })
  const responses = requests.map(({ name, headers = {}, ip = '127.0.0.1' }) =>
    app.inject({ url: `/?name=${name}`, headers: { ...headers }, remoteAddress: ip }),
  )
  const startedOf = (name: string) => started.filter((each) => each === name).length
  const end = async () => {
    const finishing = setInterval(() => finish.emit('now'), 10)
    const bodies = (await Promise.all(responses)).map(({ body }) => body)
    clearInterval(finishing)
    await app.close()
    return bodies
  }
  return { startedOf, end }
}

it.each<[string, (index: number) => object]>([
  [
    'with invented tokens',
    (index) => ({ headers: { authorization: `Bearer ${invented(index)}` } }),
  ],
  ['of an IPv6 network', (index) => ({ ip: `2001:db8:1:2::${index + 1}` })],
])('limits requests of unknown work %s to 3', async (_, sent) => {
  const requests = Array.from({ length: 9 }, (_, index) => ({ name: 'any', ...sent(index) }))
  const { startedOf, end } = await sendWaiting(requests)
  await expect.poll(() => startedOf('any')).toBe(3)
  expect(new Set(await end())).toEqual(new Set(['finished']))
})

const invented = (index: number) => `fis_access_${String(index).padStart(54, '0')}`

it.each([
  ['of one network to 4', 1, 4],
  ['of all networks together to 16', 8, 16],
])('limits queries for invented tokens %s at a time', async (_, networks, expected) => {
  const requests = Array.from({ length: 60 }, (_, index) => ({
    name: 'any',
    headers: { authorization: `Bearer ${invented(index)}` },
    ip: `10.0.0.${index % networks}`,
  }))
  let queries = 0
  let most = 0
  let isReleased = false
  const waiting = (own: Database): Database =>
    Object.assign(Object.create(own) as Database, {
      forCaller: (caller: Caller) => waiting(own.forCaller(caller)),
      read: async (statement: Parameters<Database['read']>[0]) => {
        most = Math.max(most, (queries += 1))
        await vi.waitUntil(() => isReleased, WAIT)
        queries -= 1
        return own.read(statement)
      },
    })
  const db = waiting(testDatabase()) as TestDatabase
  const { end } = await sendWaiting(requests, protectedApp({ db }))
  await vi.waitUntil(() => queries === expected, WAIT)
  isReleased = true
  await end()
  expect(most).toBe(expected)
})

const WAIT = { timeout: 60_000 }

it('limits requests of unknown work from all networks together to 4', async () => {
  const requests = Array.from({ length: 20 }, (_, index) => ({
    name: 'any',
    ip: `10.0.0.${index}`,
  }))
  const { startedOf, end } = await sendWaiting(requests)
  await expect.poll(() => startedOf('any')).toBe(4)
  expect(new Set(await end())).toEqual(new Set(['finished']))
})

it.each([
  ['16 at a time if the last one was done in short pieces', 'chargePieces', 16],
  ['3 at a time if it blocked the event loop', 'charge', 3],
] as const)('allows requests of 50 ms %s', async (_, charge, expected) => {
  const app = protectedApp()
  let isReleased = true
  let started = 0
  let ended = 0
  app.get('/', async ({ meter, end }) => {
    meter[charge](50)
    started += 1
    end.on(() => (ended += 1))
    await vi.waitUntil(() => isReleased, WAIT)
    return 'finished'
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  await fetch(address)
  await expect.poll(() => ended).toBe(1)
  isReleased = false
  const responses = Array.from({ length: 20 }, () => fetch(address))
  await expect.poll(() => started - 1).toBe(expected)
  isReleased = true
  await Promise.all(responses)
  await app.close()
})

it('refuses requests that have waited longer than the time limit', async () => {
  const requests = Array.from({ length: 5 }, () => ({ name: 'any' }))
  const app = protectedApp({ requestQueueTimeoutMs: 10 })
  const refused: number[] = []
  app.addHook('onSend', async (_request, { statusCode }) => {
    if (statusCode !== 200) refused.push(statusCode)
  })
  const { startedOf, end } = await sendWaiting(requests, app)
  await expect.poll(() => refused).toEqual([503, 503])
  expect(startedOf('any')).toBe(3)
  await end()
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
