import { Counter, Gauge, type Registry } from 'prom-client'
import type { RequestProgress } from './request-metrics.js'

/**
 * Measures the queues of payers, and the processor time that requests were charged. The rest of the process's time was
 * charged to none.
 */
export function measurePayers(registry: Registry, progress: RequestProgress): void {
  const registers = [registry]
  new Gauge({
    name: 'fis_requests_queued',
    help: 'Requests that wait for an earlier request of the same user, company or network address.',
    registers,
    collect() {
      this.set(progress.payers?.waiting ?? 0)
    },
  })
  new Counter({
    name: 'fis_charged_seconds_total',
    help: 'Processor time charged to the budgets of users and API keys, and of networks without valid credentials',
    labelNames: ['payer'],
    registers,
    collect() {
      this.reset()
      const { users = 0, networks = 0 } = progress.payers?.charged ?? {}
      this.inc({ payer: 'user' }, users / 1000)
      this.inc({ payer: 'network' }, networks / 1000)
    },
  })
}
