import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/connect.js'
import { REPLICA_STATES } from '../../db/replicas/replica-status.js'

/** Measures the replicas at each scrape. Without replicas, the metrics have no values. */
export function measureReplicas(registry: Registry, db: Database): void {
  new Gauge({
    name: 'fis_replica_state',
    help: 'Whether a server of DATABASE_REPLICA_URLS has this state: 1, otherwise 0. Replicas answer reads (in_use) or are left_out.',
    labelNames: ['replica', 'state'],
    registers: [registry],
    collect() {
      for (const { name, state } of db.status().replicas) {
        for (const each of REPLICA_STATES) {
          this.set({ replica: name, state: each }, each === state ? 1 : 0)
        }
      }
    },
  })
  new Gauge({
    name: 'fis_replica_lag_seconds',
    help: 'Time since the primary wrote the oldest WAL that a replica has not replayed; 0 if it has replayed all.',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, state, lagMs } of db.status().replicas) {
        if (state !== 'primary') this.set({ replica: name }, lagMs / 1000)
      }
    },
  })
  new Counter({
    name: 'fis_replica_reads_total',
    help: 'Statements that only read, by result: answered by the replica; or by the primary, because the replica was behind or the read failed there.',
    labelNames: ['replica', 'result'],
    registers: [registry],
    collect() {
      this.reset()
      for (const { name, reads } of db.status().replicas) {
        for (const [result, count] of Object.entries(reads)) {
          this.inc({ replica: name, result }, count)
        }
      }
    },
  })
}
