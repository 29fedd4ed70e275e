import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMerge } from '../../src/db/read/merge.js'

/** Work that takes some time and tells the order in which it was begun. */
function counting() {
  let begun = 0
  const work = async () => {
    begun += 1
    const turn = begun
    await delay(5)
    return turn
  }
  return { work, begun: () => begun }
}

it('does work once for all who wait, and none of it before it was asked for', async () => {
  const merge = createMerge<number>()
  const { work, begun } = counting()
  const first = merge('a', work)
  const second = [merge('a', work), merge('a', work), merge('a', work)]
  expect(await first).toBe(1)
  // Now the second turn is under way.
  await delay(1)
  const third = merge('a', work)
  expect(await Promise.all(second)).toEqual([2, 2, 2])
  expect(await third).toBe(3)
  expect(await merge('a', work)).toBe(4)
  expect(begun()).toBe(4)
})

it('does not let one wait for what is asked under another key', async () => {
  const merge = createMerge<string>()
  let finish = (_: string) => {}
  const slow = merge('slow', () => new Promise((resolve) => (finish = resolve)))
  expect(await merge('quick', async () => 'quick')).toBe('quick')
  finish('slow')
  expect(await slow).toBe('slow')
})

it('lets nobody wait for what is slow', async () => {
  const merge = createMerge<string>()
  let finish = (_: string) => {}
  const slow = merge('a', () => new Promise((resolve) => (finish = resolve)))
  expect(await merge('a', async () => 'quick')).toBe('quick')
  const late = [merge('a', async () => 'late'), merge('a', async () => 'later')]
  finish('slow')
  expect(await Promise.all([slow, ...late])).toEqual(['slow', 'late', 'later'])
})

it('fails for those for whom it was done, and is tried again for those who wait', async () => {
  const merge = createMerge<number>()
  const failing = merge('a', () => Promise.reject(new Error('broken')))
  const waiting = [merge('a', async () => 1), merge('a', async () => 2)]
  await expect(failing).rejects.toThrow('broken')
  expect(await Promise.all(waiting)).toEqual([1, 1])
  expect(await merge('a', async () => 3)).toBe(3)
})
