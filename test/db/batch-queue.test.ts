import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { BatchQueue, type BatchLimits } from '../../src/db/batch-queue.js'
import { isDatabaseUnavailable } from '../../src/db/unavailable.js'

/** A queue whose batches end when they are told to, and the batches that it has begun. */
function queueOf(limits: Partial<BatchLimits>) {
  const begun: number[][] = []
  const ends: (() => void)[] = []
  const queue = new BatchQueue<number, number>(
    { size: 3, atOnce: 2, waitMs: 60_000, ...limits },
    async (batch) => {
      begun.push(batch.map(({ asked }) => asked))
      await new Promise<void>((resolve) => ends.push(resolve))
      for (const { asked, resolve } of batch) resolve(asked * 10)
    },
  )
  const add = (numbers: readonly number[]) => numbers.map((number) => queue.add(number))
  return { begun, ends, add }
}

describe('a queue of batches', () => {
  it('begins at once as many as may be under way, and then in batches, in the order of coming', async () => {
    const { begun, ends, add } = queueOf({})
    const answers = add([1, 2, 3, 4, 5, 6, 7])
    expect(begun).toEqual([[1], [2]])
    ends[0]?.()
    expect(await answers[0]).toBe(10)
    await delay(0)
    expect(begun).toEqual([[1], [2], [3, 4, 5]])
    ends[1]?.()
    ends[2]?.()
    await Promise.all(answers.slice(0, 5))
    await delay(0)
    expect(begun.slice(3)).toEqual([[6, 7]])
    ends[3]?.()
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60, 70])
    void add([8])
    expect(begun.at(-1)).toEqual([8])
  })

  it('lets the next ones go while slow ones are under way, and never more at once after that', async () => {
    const { begun, ends, add } = queueOf({ atOnce: 1, slowMs: 20 })
    const answers = add([1, 2, 3])
    expect(begun).toEqual([[1]])
    await delay(100)
    expect(begun).toEqual([[1], [2, 3]])
    ends[0]?.()
    ends[1]?.()
    await Promise.all(answers)
    void add([4, 5])
    expect(begun.slice(2)).toEqual([[4]])
  })

  it('tells who waits too long to come again, and does not do what he asked for', async () => {
    const { begun, ends, add } = queueOf({ atOnce: 1, waitMs: 20 })
    const [first, second] = add([1, 2])
    await expect(second).rejects.toSatisfy(isDatabaseUnavailable)
    ends[0]?.()
    expect(await first).toBe(10)
    await delay(0)
    expect(begun).toEqual([[1]])
  })
})
