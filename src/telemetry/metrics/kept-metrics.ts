import { Gauge, type Registry } from 'prom-client'
import type { RequestProgress } from './request-metrics.js'

/** Measures the kept answers at each scrape. */
export function measureKeptAnswers(registry: Registry, progress: RequestProgress): void {
  const registers = [registry]
  new Gauge({
    name: 'fis_kept_answers',
    help: 'GraphQL answers that this process keeps.',
    registers,
    collect() {
      this.set(progress.kept?.size.count ?? 0)
    },
  })
  new Gauge({
    name: 'fis_kept_answers_bytes',
    help: 'Bytes of these answers, at most KEPT_ANSWERS_MB megabytes.',
    registers,
    collect() {
      this.set(progress.kept?.size.bytes ?? 0)
    },
  })
}
