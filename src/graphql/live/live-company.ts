import type { Database } from '../../db/connect.js'
import { isFeedModel } from '../../domain/change-feed/live-records.js'
import { addChange, changesOf, type LastChanges } from '../../domain/change-feed/last-changes.js'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import { isAfter, type NewRows } from '../../domain/change-feed/read-logs.js'
import { LiveGroup } from './live-group.js'

/** A company with streams. */
export class LiveCompany {
  readonly groups = new Map<string, LiveGroup>()
  /** The last row that was read. */
  private lastRow: LogPosition | undefined

  constructor(
    readonly id: number,
    private readonly db: Database,
    /** Where the next read of the log begins. */
    public position: LogPosition,
  ) {}

  /** Whether a stream that has everything up to a position misses nothing if it joins now. */
  mayJoinAt(position: LogPosition): boolean {
    return !this.lastRow || !isAfter(this.lastRow, position)
  }

  /** Whether the log should be read now. Until its groups have caught up, the log keeps the changes. */
  get isReady(): boolean {
    return ![...this.groups.values()].some((group) => group.isBehind)
  }

  /** Passes what is new in the log to all groups. Each record once: its last change. */
  async advance({ rows }: NewRows, foundAt: number): Promise<void> {
    const last: LastChanges = new Map()
    for (const change of rows) {
      const [, , recordType] = change
      if (isFeedModel(recordType)) addChange(last, change, recordType)
    }
    const companyId = this.id
    const changes = await changesOf({ db: this.db.forCaller({ companyId }), companyId }, last)
    // In one step with `push`: a stream that joins before it gets these changes, one that joins later has read them.
    const row = rows.at(-1)
    if (row) this.position = this.lastRow = { transactionId: row[0], id: row[1] }
    if (changes.length > 0) for (const group of this.groups.values()) group.push(changes, foundAt)
  }
}
