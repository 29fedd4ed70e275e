import pLimit from 'p-limit'
import type { Database } from '../../db/connect.js'
import type { FeedModel } from '../../domain/change-feed/live-records.js'
import {
  type ChangePage,
  type LogPosition,
  readChanges,
} from '../../domain/change-feed/read-changes.js'

/** The most reads at the same time. */
const READS = 4

/**
 * Reads the log for streams that continue after a cursor. When an instance stops, thousands of streams continue on another one, most of
 * them after the same cursors. So equal reads that wait or are in progress share one, and only a few are in progress: if all were sent
 * immediately, most would wait in the queue of the database for longer than its limit, and would be refused.
 */
export class SharedReads {
  private readonly limit: ReturnType<typeof pLimit>
  private readonly reading = new Map<string, Promise<ChangePage | undefined>>()

  constructor(private readonly db: Database) {
    this.limit = pLimit(db.embedded ? 1 : READS)
  }

  /** A page of the log of a company. Undefined if rows after the position have been deleted. */
  read(
    companyId: number,
    after: LogPosition | undefined,
    types: readonly FeedModel[],
  ): Promise<ChangePage | undefined> {
    const key = JSON.stringify([companyId, after, types])
    const known = this.reading.get(key)
    if (known) return known
    const reader = { db: this.db.forCaller({ companyId }), companyId }
    const reading = this.limit(() => readChanges(reader, after, types)).finally(() =>
      this.reading.delete(key),
    )
    this.reading.set(key, reading)
    return reading
  }
}
