import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Caller } from '../../../src/db/dispatch/caller.js'
import { DisconnectSignal } from '../../../src/db/dispatch/disconnect-signal.js'
import { KnownSpeeds } from '../../../src/db/dispatch/known-speeds.js'
import { ReadSemaphore, WriteSemaphore } from '../../../src/db/dispatch/semaphores.js'
import { StatementQueue } from '../../../src/db/dispatch/statement-queue.js'
import { type Semaphore, PreemptedError } from '../../../src/db/dispatch/task.js'
import { ClientDisconnectedError, isDatabaseUnavailable } from '../../../src/db/unavailable.js'

const CONNECTIONS = 10
const WAIT = { queueTimeoutMs: 60_000, maxWaitMs: 60_000 }

/** A queue, the names of the tasks that it has started, and a function that ends each of them. */
function newQueue<Permit>(semaphore: Semaphore<Permit>, wait = WAIT) {
  const queue = new StatementQueue(semaphore, wait)
  const started: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const add = (name: string, text: string, caller?: Caller) => {
    const result = queue.add({
      caller,
      text,
      run: (_connectMs, onStart) => {
        started.push(name)
        onStart()
        return new Promise<string>((resolve, reject) => {
          ends.set(name, (error) => {
            if (error) reject(error)
            else resolve(name)
          })
        })
      },
      preempt: () => ends.get(name)?.(new PreemptedError()),
    })
    // Those that are still queued after the test are rejected later.
    result.catch(() => undefined)
    return result
  }
  const end = async (...names: string[]) => {
    for (const name of names) ends.get(name)?.()
    await delay(0)
  }
  const fail = async (name: string) => {
    ends.get(name)?.(new Error('failed'))
    await delay(0)
  }
  return { started, add, end, fail }
}

const speedsWith = (quick: readonly string[], slow: readonly string[] = []) => {
  const speeds = new KnownSpeeds()
  for (const text of quick) speeds.set(text, true)
  for (const text of slow) speeds.set(text, false)
  return speeds
}
const range = (length: number) => Array.from({ length }, (_, index) => index)

it('runs quick reads on half of the connections, and the companies take turns', async () => {
  const { started, add, end } = newQueue(new ReadSemaphore(CONNECTIONS, speedsWith(['quick'])))
  for (const number of range(8)) void add(`a${number}`, 'quick', { companyId: 1 })
  for (const number of range(3)) void add(`b${number}`, 'quick', { companyId: 2 })
  expect(started).toEqual(['a0', 'a1', 'a2', 'a3', 'a4'])
  await end('a0')
  await end('a1')
  await end('a2')
  await end('a3')
  expect(started.slice(5)).toEqual(['a5', 'b0', 'a6', 'b1'])
})

it.each([
  ['new', 2],
  ['slow', 1],
])(
  'runs at most as many reads with a %s text as %i for a user, three for a company, four in all',
  async (text, most) => {
    const { started, add, fail } = newQueue(
      new ReadSemaphore(CONNECTIONS, speedsWith(['quick'], ['slow'])),
    )
    const session = { companyId: 1, client: 'one' }
    for (const number of range(5)) void add(`one${number}`, text, session)
    expect(started).toEqual(['one0', 'one1'].slice(0, most))
    for (const client of ['two', 'three'])
      for (const number of range(5)) void add(`${client}${number}`, text, { companyId: 1, client })
    expect(started.slice(most)).toEqual(['two0', 'three0'].slice(0, 3 - most))
    for (const number of range(3)) void add(`other${number}`, text, { companyId: 2 })
    expect(started.slice(3)).toEqual(['other0'])
    void add('quick', 'quick', session)
    expect(started.slice(4)).toEqual(['quick'])
    // A text whose statement succeeds within 100 ms becomes quick.
    await fail('two0')
    expect(started.slice(5)).toEqual(['two1'])
  },
)

it('moves a slow read out of the permits for quick ones, or interrupts it and queues it again', async () => {
  const { started, add, end } = newQueue(
    new ReadSemaphore(CONNECTIONS, speedsWith(['was quick', 'quick'])),
  )
  const session = { companyId: 1, client: 'one' }
  const slow = range(5).map((number) => add(`slow${number}`, 'was quick', session))
  expect(started).toHaveLength(5)
  await delay(200)
  // Two run on, and three are queued: quick ones start immediately.
  for (const number of range(5)) void add(`quick${number}`, 'quick', session)
  expect(started.slice(5)).toEqual(range(5).map((number) => `quick${number}`))
  await end('slow0')
  expect(started.at(-1)).toBe('quick4')
  await end('slow1')
  expect(started.at(-1)).toBe('slow2')
  await end(...range(5).map((number) => `quick${number}`))
  await end('slow2')
  await end('slow3')
  await end('slow4')
  expect(await Promise.all(slow)).toEqual(range(5).map((number) => `slow${number}`))
})

it('runs writes of a company on half of the connections, and no further ones while two of a user are slow', async () => {
  const { started, add, end } = newQueue(new WriteSemaphore(CONNECTIONS))
  const session = { companyId: 1, client: 'one' }
  for (const number of range(6)) void add(`a${number}`, '', session)
  for (const number of range(3)) void add(`b${number}`, '', { companyId: 2 })
  expect(started).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'b0', 'b1'])
  await end('a0')
  expect(started.slice(7)).toEqual(['a5'])
  await delay(200)
  void add('a6', '', session)
  await end('a1', 'a2')
  expect(started.slice(8)).toEqual(['b2'])
  await end('a3', 'a4')
  expect(started.slice(9)).toEqual(['a6'])
})

it('keeps no timer for a task whose client has disconnected before it is queued', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const { add, end } = newQueue(new ReadSemaphore(1, speedsWith(['quick'])))
  const disconnect = new DisconnectSignal()
  disconnect.raise()
  void add('first', 'quick')
  const before = timers()
  await expect(add('dropped', 'quick', { disconnect })).rejects.toThrow(ClientDisconnectedError)
  expect(timers()).toBe(before)
  await end('first')
})

it('drops the queued tasks of a caller whose client has disconnected', async () => {
  const { started, add, end } = newQueue(new ReadSemaphore(1, speedsWith(['quick'])))
  const disconnect = new DisconnectSignal()
  void add('first', 'quick')
  const dropped = add('dropped', 'quick', { disconnect })
  const next = add('next', 'quick')
  disconnect.raise()
  await expect(dropped).rejects.toThrow(ClientDisconnectedError)
  await end('first')
  expect(started).toEqual(['first', 'next'])
  await end('next')
  expect(await next).toBe('next')
})

it('rejects a task that waits too long while no task of its company ends', async () => {
  const wait = { queueTimeoutMs: 100, maxWaitMs: 60_000 }
  const { started, add, end } = newQueue(new ReadSemaphore(1, speedsWith(['quick'])), wait)
  void add('first', 'quick', { companyId: 1 })
  await expect(add('second', 'quick', { companyId: 2 })).rejects.toSatisfy(isDatabaseUnavailable)
  await end('first')
  expect(started).toEqual(['first'])
})

it('removes the listener of a task that leaves the queue', async () => {
  class Counting extends DisconnectSignal {
    listening = 0
    override on(listener: () => void): () => void {
      const remove = super.on(listener)
      this.listening += 1
      return () => {
        this.listening -= 1
        remove()
      }
    }
  }
  const disconnect = new Counting()
  const { started, add, end } = newQueue(new ReadSemaphore(CONNECTIONS, speedsWith(['quick'])))
  const names = range(8).map((number) => `task ${number}`)
  for (const name of names) void add(name, 'quick', { disconnect })
  expect(disconnect.listening).toBe(3)
  for (const name of names) await end(name)
  expect(started).toEqual(names)
  expect(disconnect.listening).toBe(0)
})
