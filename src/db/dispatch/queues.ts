import type { QueryResult } from 'pg'
import type { ServerKind } from '../server-kind.js'
import type { ReplicaStatus } from '../replicas/replica-status.js'
import { createGroupCommit } from './group-commit.js'
import { KnownSpeeds } from './known-speeds.js'
import { createPipeline } from './pipeline.js'
import { ReadSemaphore } from './semaphores.js'
import { PreparedStatements } from './prepared-statements.js'
import { type Read, ReadTask } from './read-task.js'
import type { ServicePool } from './service-pool.js'
import { StatementQueue } from './statement-queue.js'

/** The connections of the pool, the number of statements and transactions in each queue, and the replicas. */
export interface DatabaseStatus {
  readonly replicas: readonly ReplicaStatus[]
  readonly isSharded: boolean
  readonly connections: Readonly<Record<'idle' | 'inUse' | 'max', number>>
  readonly queued: Readonly<
    Record<'read' | 'write' | 'pipeline' | 'groupCommit' | 'connection', number>
  >
}

/** The queues that all callers share. */
export class Queues {
  readonly statements = new PreparedStatements()
  readonly reads
  readonly pipeline
  readonly groupCommit

  constructor(
    readonly pool: ServicePool,
    readonly kind: ServerKind,
  ) {
    const speeds = new KnownSpeeds()
    this.reads = new StatementQueue(new ReadSemaphore(pool.options.max, speeds), pool.limits)
    this.pipeline = createPipeline(pool, speeds, (read) => this.read(read))
    this.groupCommit = createGroupCommit(pool)
  }

  /** Sends a statement that only reads, on a connection of its own. */
  read(read: Read): Promise<QueryResult> {
    return this.reads.add(new ReadTask(this.pool, read))
  }

  status(): Omit<DatabaseStatus, 'replicas'> {
    const { reads, pipeline, groupCommit, pool } = this
    const { totalCount: open, idleCount: idle, waitingCount: connection, options } = pool
    return {
      isSharded: this.kind.isSharded,
      connections: { idle, inUse: open - idle, max: options.max },
      queued: {
        read: reads.queued,
        write: pool.writes.queued,
        pipeline: pipeline.queued(),
        groupCommit: groupCommit.queued(),
        connection,
      },
    }
  }
}
