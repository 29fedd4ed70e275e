import { performance } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** Measures how busy the event loop is. Its delay is one of prom-client's default metrics. */
export function measureEventLoop(registry: Registry): void {
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'fis_event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop was busy, from 0 to 1.',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}
