import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { DisconnectSignal } from '../../../src/db/dispatch/caller.js'
import { Coalescer } from '../../../src/db/dispatch/coalesce.js'

/** Work that takes 5 ms and returns the number of its run. */
function countedWork() {
  let runs = 0
  const work = async () => {
    runs += 1
    const run = runs
    await delay(5)
    return run
  }
  return { work, runs: () => runs }
}

it('runs once for all calls made during a run, and starts no run before the call', async () => {
  const coalescer = new Coalescer<number>()
  const { work, runs } = countedWork()
  const call = () => coalescer.coalesce('a', work)
  const first = call()
  const second = [call(), call(), call()]
  expect(await first).toBe(1)
  // The second run has started.
  await delay(1)
  const third = call()
  expect(await Promise.all(second)).toEqual([2, 2, 2])
  expect(await third).toBe(3)
  expect(await call()).toBe(4)
  expect(runs()).toBe(4)
})

it('does not make a call wait for a run under another key', async () => {
  const coalescer = new Coalescer<string>()
  let finish = (_: string) => {}
  const slow = coalescer.coalesce('slow', () => new Promise((resolve) => (finish = resolve)))
  expect(await coalescer.coalesce('quick', async () => 'quick')).toBe('quick')
  finish('slow')
  expect(await slow).toBe('slow')
})

it('starts the next run while a slow one continues', async () => {
  const coalescer = new Coalescer<string>()
  const call = (work: () => Promise<string>) => coalescer.coalesce('a', work)
  let finish = (_: string) => {}
  const slow = call(() => new Promise((resolve) => (finish = resolve)))
  expect(await call(async () => 'quick')).toBe('quick')
  const late = [call(async () => 'late'), call(async () => 'later')]
  finish('slow')
  expect(await Promise.all([slow, ...late])).toEqual(['slow', 'late', 'later'])
})

it('rejects the calls of a failed run only, and runs again for the others', async () => {
  const coalescer = new Coalescer<number>()
  const failing = coalescer.coalesce('a', () => Promise.reject(new Error('broken')))
  const waiting = [1, 2].map((number) => coalescer.coalesce('a', async () => number))
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(waiting)).toEqual([1, 1])
  expect(await coalescer.coalesce('a', async () => 3)).toBe(3)
})

it('cancels a run when the client of its last caller disconnects, and not before', async () => {
  const coalescer = new Coalescer<string>()
  const runs: { disconnect: DisconnectSignal; finish: (result: string) => void }[] = []
  const call = (disconnect?: DisconnectSignal) =>
    coalescer.coalesce(
      'a',
      (all) => new Promise((finish) => runs.push({ disconnect: all, finish })),
      disconnect,
    )
  const [first, second, third, fourth] = [0, 1, 2, 3].map(() => new DisconnectSignal())
  const results = [call(first), call(second), call(third)]
  first?.raise()
  expect(runs[0]?.disconnect.isRaised).toBe(true)
  // The next run has not started: another caller may still join.
  second?.raise()
  third?.raise()
  results.push(call(fourth))
  runs[0]?.finish('one')
  await results[0]
  await delay(0)
  expect(runs[1]?.disconnect.isRaised).toBe(false)
  fourth?.raise()
  expect(runs[1]?.disconnect.isRaised).toBe(true)
  runs[1]?.finish('two')
  expect(await Promise.all(results)).toEqual(['one', 'two', 'two', 'two'])
})
