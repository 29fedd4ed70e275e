// Loaded into the service by steady.js: on SIGUSR2 it collects garbage and writes to HEAP_LOG what is left, in bytes.
import { appendFileSync } from 'node:fs'

process.on('SIGUSR2', () => {
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  appendFileSync(process.env.HEAP_LOG, `${JSON.stringify({ heapUsed, external, rss })}\n`)
})
