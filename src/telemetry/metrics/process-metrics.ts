import { performance } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { version } from '../../version.js'

/** Measures the process: prom-client's default metrics, which build runs, and how busy its event loop is. */
export function measureProcess(registry: Registry, prefix: string): void {
  collectDefaultMetrics({ register: registry, prefix })
  const registers = [registry]
  new Gauge({
    name: 'fis_build_info',
    help: 'The version and the commit of the service, as labels. The value is always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers,
  }).set({ ...version, node: process.version }, 1)
  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'fis_event_loop_utilization',
    help: 'Share of the time since the last scrape in which the event loop was busy, from 0 to 1.',
    registers,
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
}
