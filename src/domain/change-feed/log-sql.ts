/*
 * The SQL with which the log of audit entries and state changes is read. docs/decisions/events.md
 */

/** Which part of a log is read, as SQL: the company, the position after which it begins, and the most rows. */
export interface LogPart {
  readonly company: string
  readonly transactionId: string
  readonly id: string
  readonly limit: string
}

/** The parameters of a statement that reads the log of one company. */
const PARAMETERS: LogPart = {
  company: '$1',
  transactionId: '$2::bigint',
  id: '$3::int',
  limit: '$4::int',
}

/** What is added to the number of a transaction of the company, after its log was restored or moved. */
export const offsetSql = (company: string) =>
  `coalesce((select value from audit_offset where company_id = ${company}), 0)`

/** The number from which on transactions of the company may still be in progress. */
export const settledSql = (company = PARAMETERS.company) =>
  `pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    + ${offsetSql(company)}`

/**
 * The end of the log: rows that are committed later have this number or a higher one. It is at most one above the newest row, although no
 * transaction in progress may be so low: if the company moves to another server, or its log is restored on one, its numbers go on after the
 * newest row.
 */
export const endSql = () => {
  const { company } = PARAMETERS
  const newest = (table: string) => `(select l.transaction_id from ${table} l
    where l.company_id = ${company} order by l.transaction_id desc limit 1)`
  return `least(${settledSql()},
    greatest(${newest('audit_entry')}, ${newest('state_change')}, ${newest('audit_deletion')}) + 1)`
}

/** Whether the position is after the end of the log: no later row may have a number below it. */
export const isAfterEndSql = ({ transactionId, id } = PARAMETERS) =>
  `(${transactionId}, ${id}) > (${settledSql()}, 0)`

/** Whether rows of the part were deleted because of their age. */
export const isExpiredSql = ({
  company,
  transactionId,
  id,
} = PARAMETERS) => `exists (select 1 from audit_deletion d
    where d.company_id = ${company} and (d.transaction_id, d.id) > (${transactionId}, ${id}))`

/** The rows of the part: those of both tables, oldest first. `more` are further columns of the row `l` of each table. */
export function logRowsSql(
  more: Readonly<Record<'entry' | 'state', string>>,
  part = PARAMETERS,
): string {
  const { company, transactionId, id, limit } = part
  const rowsOf = (table: string, columns: string) => `
    (select l.transaction_id, l.id, l.record_type, l.record_id, ${columns} from ${table} l
    where l.company_id = ${company} and (l.transaction_id, l.id) > (${transactionId}, ${id})
      and l.transaction_id < ${settledSql(company)}
    order by l.transaction_id, l.id limit ${limit})`
  return `select m.* from (${rowsOf('audit_entry', more.entry)} union all ${rowsOf('state_change', more.state)}) m
    order by m.transaction_id, m.id limit ${limit}`
}
