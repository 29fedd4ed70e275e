import { Gauge, type Registry } from 'prom-client'
import type { RequestProgress } from './request-metrics.js'
import { MAX_QUEUED_CALLS, queuedCalls } from '../../domain/credential/hashing-queue.js'

/** Measures the queues before the database at each scrape. */
export function measureQueues(registry: Registry, progress: RequestProgress): void {
  new Gauge({
    name: 'fis_requests_queued',
    help: 'Requests that wait for an earlier request of the same user, company or network address.',
    registers: [registry],
    collect() {
      this.set(progress.payers?.waiting ?? 0)
    },
  })
  new Gauge({
    name: 'fis_password_hashes_queued',
    help: `Calls in the queue for hashing passwords, including those that have started. At ${MAX_QUEUED_CALLS}, further ones are refused.`,
    registers: [registry],
    collect() {
      this.set(queuedCalls())
    },
  })
}
