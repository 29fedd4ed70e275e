import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Batcher, type BatcherLimits } from '../../src/db/batcher.js'
import { isDatabaseUnavailable } from '../../src/db/unavailable.js'

/** A batcher, the batches that it has started, and a function that ends each of them. */
function newBatcher(limits: Partial<BatcherLimits>) {
  const started: number[][] = []
  const ends: (() => void)[] = []
  const batcher = new Batcher<number, number>(
    { maxBatchSize: 3, maxConcurrency: 2, queueTimeoutMs: 60_000, ...limits },
    async (batch) => {
      started.push(batch.map(({ item }) => item))
      await new Promise<void>((resolve) => ends.push(resolve))
      for (const { item, resolve } of batch) resolve(item * 10)
    },
  )
  const add = (numbers: readonly number[]) => numbers.map((number) => batcher.add(number))
  return { started, ends, add }
}

describe('a batcher', () => {
  it('runs items immediately up to the concurrency limit, and the others in batches, in FIFO order', async () => {
    const { started, ends, add } = newBatcher({})
    const results = add([1, 2, 3, 4, 5, 6, 7])
    expect(started).toEqual([[1], [2]])
    ends[0]?.()
    expect(await results[0]).toBe(10)
    await delay(0)
    expect(started).toEqual([[1], [2], [3, 4, 5]])
    ends[1]?.()
    ends[2]?.()
    await Promise.all(results.slice(0, 5))
    await delay(0)
    expect(started.slice(3)).toEqual([[6, 7]])
    ends[3]?.()
    expect(await Promise.all(results)).toEqual([10, 20, 30, 40, 50, 60, 70])
    void add([8])
    expect(started.at(-1)).toEqual([8])
  })

  it('starts the next batch while a slow one runs, and then respects the limit', async () => {
    const { started, ends, add } = newBatcher({ maxConcurrency: 1, slowMs: 20 })
    const results = add([1, 2, 3])
    expect(started).toEqual([[1]])
    await delay(100)
    expect(started).toEqual([[1], [2, 3]])
    ends[0]?.()
    ends[1]?.()
    await Promise.all(results)
    void add([4, 5])
    expect(started.slice(2)).toEqual([[4]])
  })

  it('rejects an item that is queued too long, and never runs it', async () => {
    const { started, ends, add } = newBatcher({ maxConcurrency: 1, queueTimeoutMs: 20 })
    const [first, second] = add([1, 2])
    await expect(second).rejects.toSatisfy(isDatabaseUnavailable)
    ends[0]?.()
    expect(await first).toBe(10)
    await delay(0)
    expect(started).toEqual([[1]])
  })
})
