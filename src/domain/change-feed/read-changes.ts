import type { Domain } from '../domain.js'
import { FEED_MODELS, type FeedModel, findLiveRecords } from './live-records.js'

/** A place in the log. The number of a transaction has 64 bits, so it is a text. */
export interface LogPosition {
  readonly transactionId: string
  readonly id: number
}

/** A record that has changed. `position`: that of its last change on the page. */
export interface ChangedRecord {
  readonly position: LogPosition
  readonly recordType: FeedModel
  readonly recordId: string
  /** Whether the record is live now; otherwise it was removed or deleted. */
  readonly live: boolean
}

export interface ChangePage {
  readonly changes: readonly ChangedRecord[]
  /** Where the next page begins. */
  readonly position: LogPosition
  readonly hasMore: boolean
}

/** How many rows of the log one page reads, whatever their types: a page may have fewer changes than wanted, and more may follow. */
const SCAN = 500

type LogRow = readonly [transactionId: string, id: number, recordType: string, recordId: string]

interface LogRead {
  /** The number from which on transactions may still be in progress. */
  readonly settled: string
  readonly expired: boolean
  readonly rows: readonly LogRow[]
}

/**
 * The records that have changed after a position, each once, in the order of their last changes; without a position, none and the end of
 * the log. Two statements. Undefined if entries after the position have been deleted.
 *
 * The audit entries and the state changes are one log. It ends before the oldest transaction in progress: see `isSettled`.
 */
export async function readChanges(
  { db, viewer: { companyId } }: Domain,
  after: LogPosition | undefined,
  types: readonly FeedModel[] = FEED_MODELS,
  first = 100,
): Promise<ChangePage | undefined> {
  const { rows } = await db.read<LogRead>({
    name: 'read-change-log',
    text: READ_LOG,
    values: [companyId, after?.transactionId ?? null, after?.id ?? 0, SCAN],
  })
  const [log] = rows
  if (!log || log.expired) return undefined
  const end = { transactionId: log.settled, id: 0 }
  if (!after) return { changes: [], position: end, hasMore: false }
  const last = new Map<string, Omit<ChangedRecord, 'live'>>()
  let read = 0
  for (const [transactionId, id, recordType, recordId] of log.rows) {
    if (isOneOf(types, recordType)) {
      if (!last.has(recordId) && last.size === first) break
      // A map keeps the order in which keys were added.
      last.delete(recordId)
      last.set(recordId, { position: { transactionId, id }, recordType, recordId })
    }
    read += 1
  }
  const changed = [...last.values()]
  const live = await findLiveRecords(
    { db, companyId },
    changed.map(({ recordType, recordId }) => ({ model: recordType, uuid: recordId })),
  )
  const hasMore = read < log.rows.length || log.rows.length === SCAN
  const [transactionId, id] = log.rows[read - 1] ?? [after.transactionId, after.id]
  return {
    changes: changed.map((each) => ({ ...each, live: live.has(each.recordId) })),
    // At the end of the log, an idle client moves on, so that its position does not expire.
    position: hasMore ? { transactionId, id } : laterOf(after, end),
    hasMore,
  }
}

const isOneOf = (types: readonly FeedModel[], type: string): type is FeedModel =>
  types.some((each) => each === type)

/** After the server was replaced, the end may be before a position, until a company's first write. */
const laterOf = (after: LogPosition, end: LogPosition) =>
  BigInt(end.transactionId) > BigInt(after.transactionId) ? end : after

const page = (table: string) => `
  (select l.transaction_id, l.id, l.record_type, l.record_id from ${table} l
  where l.company_id = $1 and (l.transaction_id, l.id) > ($2::bigint, $3::int)
    and l.transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
      + coalesce((select value from audit_offset where company_id = $1), 0)
  order by l.transaction_id, l.id limit $4::int)`

// One statement, so that `settled` and the rows are from one snapshot. Without a position, the comparison is null: there are no rows.
const READ_LOG = `
select (pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + coalesce((select value from audit_offset where company_id = $1), 0))::text as settled,
  exists (select 1 from audit_deletion d where d.company_id = $1 and (d.transaction_id, d.id) > ($2::bigint, $3::int)) as expired,
  (select coalesce(json_agg(json_build_array(p.transaction_id::text, p.id, p.record_type, p.record_id)
      order by p.transaction_id, p.id), '[]')
    from (
      select m.transaction_id, m.id, m.record_type, m.record_id
      from (${page('audit_entry')} union all ${page('state_change')}) m
      order by m.transaction_id, m.id limit $4::int
    ) p) as rows
from company where company.id = $1::int`
