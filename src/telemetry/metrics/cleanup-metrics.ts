import { setTimeout as delay } from 'node:timers/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/connect.js'
import { type CleanupFigures, readCleanupFigures } from '../../domain/cleanup/cleanup.js'

/** The longest time that a scrape waits for the database. Then it shows what an earlier one has read. */
const MAX_WAIT_MS = 200

/** Measures the cleanup and the outboxes at each scrape, with one statement. They are the same at all instances. */
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
  /** A gauge that has no value before the first figures were read. */
  const measure = (name: string, help: string, valueOf: (figures: CleanupFigures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await read()
        if (!figures) this.remove()
        else this.set(valueOf(figures))
      },
    })
  measure(
    'fis_mail_oldest_queued_seconds',
    'How long the oldest mail of the outbox has been waiting; 0 if it is empty.',
    ({ oldestMail }) => secondsSince(oldestMail),
  )
  measure(
    'fis_mail_waiting_notices',
    'Notices for mails that were not sent yet: what has happened to a record, or a digest.',
    ({ waitingNotices }) => waitingNotices,
  )
  measure(
    'fis_mail_oldest_notice_seconds',
    'How long the oldest of these notices has been waiting; 0 if there is none.',
    ({ oldestNotice }) => secondsSince(oldestNotice),
  )
  measure(
    'fis_webhook_pending_deliveries',
    'Deliveries of webhooks that are pending, except of disabled webhooks.',
    ({ pendingDeliveries }) => pendingDeliveries,
  )
  measure(
    'fis_webhook_oldest_due_seconds',
    'How long the oldest delivery has been due; 0 if none is due.',
    ({ oldestDelivery }) => secondsSince(oldestDelivery),
  )
}

/** 0 without a time. */
const secondsSince = (time: Date | null) => (time ? (Date.now() - time.getTime()) / 1000 : 0)
