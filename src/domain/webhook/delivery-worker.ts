import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../db/connect.js'
import type { Log } from '../../log/log.js'
import { startWorker } from '../worker.js'
import {
  claimDeliveries,
  type ClaimedDelivery,
  companiesWithDeliveries,
} from './claim-deliveries.js'
import { finishDelivery } from './finish-delivery.js'
import type { SendEvent } from './send-event.js'
import { ResultStore } from './store-results.js'

/** How often an instance looks for deliveries that are due. */
const INTERVAL_MS = 200

/** The pause between two claims while more is due. */
const PAUSE_MS = 25

/** The most attempts of an instance at the same time, except those that wait for a slow receiver. */
const MAX_ATTEMPTS = 512

/** An attempt that has waited this long waits for a slow receiver: it only needs memory. */
const SLOW_MS = 1000

/** The most attempts of an instance at the same time, with those that wait for slow receivers. */
const MAX_OPEN = 4096

interface Services {
  readonly db: Database
  readonly send: SendEvent
  readonly log: Log
}

/**
 * Sends what is due. Every instance runs one worker. A slow receiver holds back only its own deliveries: it has at most four attempts at
 * the same time, one if its last attempt failed, and those that it does not answer leave their places to others. Returns the function
 * that stops the worker and waits for the attempts that are in progress.
 */
export function startDeliveryWorker(
  services: Services,
  intervalMs = INTERVAL_MS,
): () => Promise<void> {
  const worker = new DeliveryWorker(services)
  const stop = startWorker({
    next: async () => {
      const isMore = await worker.claim()
      if (isMore) await delay(PAUSE_MS)
      return isMore
    },
    intervalMs,
    log: services.log,
    failure: 'Deliveries of webhooks could not be claimed',
  })
  return async () => {
    await stop()
    await worker.finished()
  }
}

export class DeliveryWorker {
  private readonly results: ResultStore
  private readonly running = new Set<Promise<void>>()
  private slow = 0

  constructor(private readonly services: Services) {
    this.results = new ResultStore(services.db)
  }

  /** Claims what is due, and begins its attempts. The companies share the attempts. Returns whether there was something. */
  async claim(): Promise<boolean> {
    const { db } = this.services
    const companies = this.room() > 0 ? await companiesWithDeliveries(db) : []
    let claimed = 0
    for (const [index, companyId] of companies.entries()) {
      const most = Math.ceil(this.room() / (companies.length - index))
      if (most <= 0) break
      const deliveries = await claimDeliveries(db, companyId, most)
      for (const delivery of deliveries) this.begin(delivery)
      claimed += deliveries.length
    }
    return claimed > 0
  }

  async finished(): Promise<void> {
    await Promise.all(this.running)
  }

  /** How many attempts may begin. */
  private room(): number {
    const { size } = this.running
    return Math.min(MAX_ATTEMPTS + this.slow, MAX_OPEN) - size
  }

  private begin(delivery: ClaimedDelivery): void {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      this.slow += 1
    }, SLOW_MS)
    const attempt = this.attempt(delivery).finally(() => {
      clearTimeout(timer)
      if (isSlow) this.slow -= 1
      this.running.delete(attempt)
    })
    this.running.add(attempt)
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { db, send, log } = this.services
    const { uuid, companyId, webhookId } = delivery
    try {
      const outcome = await finishDelivery(db, this.results, delivery, await send(delivery))
      if (outcome === 'disabled') {
        log.warn({ company: companyId, webhook: webhookId }, 'A webhook was disabled')
      }
    } catch (err) {
      log.warn({ err, delivery: uuid }, 'The result of a delivery could not be stored')
    }
  }
}
