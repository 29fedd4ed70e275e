import { Batcher, type BatcherLimits, SLOW_MS } from './batcher.js'

/**
 * Limits how many calls of a function run at the same time; further calls are queued, first in, first out. A call that
 * takes longer than 100 ms no longer counts, so that slow statements do not block quick ones.
 */
export function limitConcurrency<Item, Result>(
  limits: Pick<BatcherLimits, 'maxConcurrency' | 'queueTimeoutMs'>,
  run: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  const batcher = new Batcher<Item, Result>(
    { ...limits, maxBatchSize: 1, slowMs: SLOW_MS },
    async (batch) => {
      for (const { item, resolve, reject } of batch) await run(item).then(resolve, reject)
    },
  )
  return (item) => batcher.add(item)
}
