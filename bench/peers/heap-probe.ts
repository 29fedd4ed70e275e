// `npm run bench -- steady` preloads this module into the service (`--import`). On SIGUSR2, it collects garbage and
// appends the heap's size to the file HEAP_LOG.
import { appendFileSync } from 'node:fs'

export interface HeapSample {
  heapUsed: number
  external: number
  rss: number
}

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  const sample: HeapSample = { heapUsed, external, rss }
  appendFileSync(process.env.HEAP_LOG ?? 'heap.log', `${JSON.stringify(sample)}\n`)
})
