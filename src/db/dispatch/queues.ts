import { Coalescer } from './coalesce.js'
import { createGroupCommit } from './group-commit.js'
import { KnownSpeeds } from './known-speeds.js'
import { createPipeline } from './pipeline.js'
import { ReadPlaces } from './places.js'
import { PreparedStatements } from './prepared-statements.js'
import { ReadTask } from './read-task.js'
import type { ServicePool } from './service-pool.js'
import { StatementQueue } from './statement-queue.js'

/** The queues that all callers share. */
export class Queues {
  readonly statements = new PreparedStatements()
  readonly calls = new Coalescer<unknown>()
  readonly reads
  readonly pipeline
  readonly groupCommit

  constructor(
    readonly pool: ServicePool,
    /** Whether statements need the company of their caller: the pool's user is subject to row-level security. */
    readonly isRestricted: boolean,
  ) {
    const speeds = new KnownSpeeds()
    this.reads = new StatementQueue(new ReadPlaces(pool.options.max, speeds), pool.limits)
    this.pipeline = createPipeline(pool, speeds, (statement, caller) =>
      this.reads.add(new ReadTask(pool, statement, caller)),
    )
    this.groupCommit = createGroupCommit(pool)
  }
}
