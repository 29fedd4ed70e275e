import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/connect.js'
import { type CleanupFigures, readCleanupFigures } from '../../domain/cleanup/cleanup.js'

/** The longest time that a scrape waits for the database. Then it shows what an earlier one has read. */
const MAX_WAIT_MS = 200

/** Measures the cleanup and the outbox at each scrape, with one statement. They are the same at all instances. */
export function measureCleanup(registry: Registry, db: Database): void {
  let last: CleanupFigures | undefined
  let reading: Promise<void> | undefined
  const read = async () => {
    reading ??= readCleanupFigures(db)
      .then((figures) => void (last = figures))
      .catch(() => undefined)
      .finally(() => (reading = undefined))
    await Promise.race([reading, delay(MAX_WAIT_MS, undefined, { ref: false })])
    return last
  }
  new Gauge({
    name: 'fis_cleanup_last_run_timestamp_seconds',
    help: 'When an instance last deleted expired rows, in Unix time.',
    registers: [registry],
    async collect() {
      this.reset()
      const cleanedAt = (await read())?.cleanedAt
      if (cleanedAt) this.set(cleanedAt.getTime() / 1000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'fis_cleanup_left_over',
    help: 'Expired rows of a table that the last cleanup has left over, at most 10,000.',
    labelNames: ['table'],
    registers: [registry],
    async collect() {
      this.reset()
      const leftOver = (await read())?.leftOver ?? {}
      for (const [table, count] of Object.entries(leftOver)) this.set({ table }, count)
    },
  })
  new Gauge({
    name: 'fis_mail_oldest_queued_seconds',
    help: 'How long the oldest mail of the outbox has been waiting; 0 if it is empty.',
    registers: [registry],
    async collect() {
      const figures = await read()
      if (!figures) this.remove()
      else this.set(figures.oldestMail ? (Date.now() - figures.oldestMail.getTime()) / 1000 : 0)
    },
  })
}
