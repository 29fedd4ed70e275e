import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../../db/connect.js'

/** Measures the connection pool and its queues at each scrape. */
export function measureDatabase(registry: Registry, db: Database): void {
  new Gauge({
    name: 'fis_database_connections',
    help: 'Open connections to the database, by state: idle or in_use.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { idle, inUse } = db.status().connections
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'in_use' }, inUse)
    },
  })
  new Gauge({
    name: 'fis_database_connections_max',
    help: 'Maximum number of connections of this process.',
    registers: [registry],
    collect() {
      this.set(db.status().connections.max)
    },
  })
  new Gauge({
    name: 'fis_database_sharded',
    help: '1 if Citus distributes the tables over several servers, otherwise 0.',
    registers: [registry],
    collect() {
      this.set(db.status().isSharded ? 1 : 0)
    },
  })
  new Gauge({
    name: 'fis_database_queued',
    help: 'Statements and transactions that wait: reads (read), writes (write), for a pipeline, for a group commit, or for a connection of the pool.',
    labelNames: ['queue'],
    registers: [registry],
    collect() {
      const { groupCommit, ...queued } = db.status().queued
      for (const [queue, length] of Object.entries(queued)) this.set({ queue }, length)
      this.set({ queue: 'group_commit' }, groupCommit)
    },
  })
}
