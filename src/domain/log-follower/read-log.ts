import type { Sql } from '../../db/connect.js'
import { isExpiredSql, logRowsSql } from '../change-feed/log-sql.js'
import type { LogPosition } from '../change-feed/read-changes.js'
import type { LogPage, LogRow } from './log-row.js'

/** A row as JSON has it. */
type StoredRow = Omit<LogRow, 'position' | 'at'> & {
  readonly transactionId: string
  readonly id: number
  readonly at: string
}

/** Reads at most `size` rows of a company's log after a position, oldest first, up to the oldest transaction in progress. One statement. */
export async function readLog(
  db: Pick<Sql, 'read'>,
  companyId: number,
  after: LogPosition,
  size: number,
): Promise<LogPage> {
  const { rows } = await db.read<{ hasGap: boolean; rows: readonly StoredRow[] }>({
    name: 'read-log',
    text: READ_LOG,
    values: [companyId, after.transactionId, after.id, size],
  })
  const [page] = rows
  return { hasGap: page?.hasGap === true, rows: (page?.rows ?? []).map(rowOf) }
}

const rowOf = ({ transactionId, id, at, ...row }: StoredRow): LogRow =>
  ({ ...row, position: { transactionId, id }, at: new Date(at) }) as LogRow

const ENTRY = `l.at, json_build_object('action', l.action, 'changes', audit_changes($1, l.record_type, l.before, l.after),
  'userId', l.user_id, 'sessionId', l.session_id, 'apiKeyId', l.api_key_id, 'operation', l.operation,
  'requestId', l.request_id)::jsonb as more`

/**
 * The write that has changed a state: that of the audit entry of the same record in the transaction, otherwise of the first entry. Only
 * a group commit has entries of several users, and it inserts records: it changes no state of another record.
 */
const writeWith = (condition: string) => `
  (select jsonb_build_object('userId', a.user_id, 'apiKeyId', a.api_key_id, 'requestId', a.request_id) from audit_entry a
    where l.cause = 'write' and a.company_id = $1 and a.transaction_id = l.transaction_id and ${condition} order by a.id limit 1)`

const STATE = `l.at, coalesce(${writeWith('a.record_id = l.record_id')}, ${writeWith('true')},
    '{"userId": null, "apiKeyId": null, "requestId": null}')
  || jsonb_build_object('action', 'state', 'kind', l.kind, 'fromState', l.from_state, 'toState', l.to_state, 'cause', l.cause) as more`

const READ_LOG = `
select ${isExpiredSql()} as "hasGap",
  (select coalesce(json_agg(p.more || jsonb_build_object('transactionId', p.transaction_id::text, 'id', p.id, 'at', p.at,
        'recordType', p.record_type, 'recordId', p.record_id) order by p.transaction_id, p.id), '[]')
    from (${logRowsSql({ entry: ENTRY, state: STATE })}) p) as rows
from company where company.id = $1::int`
