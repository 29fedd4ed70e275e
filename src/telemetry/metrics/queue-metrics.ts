import { Gauge, type Registry } from 'prom-client'
import { MAX_QUEUED_CALLS, queuedCalls } from '../../domain/credential/hashing-queue.js'

/** Measures the queues before the database at each scrape. */
export function measureQueues(registry: Registry, queuedRequests: () => number): void {
  new Gauge({
    name: 'fis_requests_queued',
    help: 'Requests that wait for an earlier request of the same client, or of the same address without credentials.',
    registers: [registry],
    collect() {
      this.set(queuedRequests())
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
