import { Gauge, type Registry } from 'prom-client'
import { version } from '../../version.js'

/** Which build runs: a gauge that is always 1. Its labels distinguish instances of two versions. */
export function measureBuild(registry: Registry): void {
  new Gauge({
    name: 'fis_build_info',
    help: 'The version and the commit of the service, as labels. The value is always 1.',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ ...version, node: process.version }, 1)
}
