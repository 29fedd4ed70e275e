import type { Statement } from '../../db/read/statement.js'
import { type LogMark, newMark } from './log-mark.js'
import { nextMoment } from './moments.js'
import type { Sources } from './sources.js'
import { offsetSql } from '../change-feed/log-sql.js'

/** What a statement has found at the end of the log. */
export interface FoundMark {
  readonly mark: LogMark
  /** Whether something may have changed since the known mark. Undefined without one. */
  readonly hasChanged: boolean | undefined
  /** The next moment at which the time changes the answer, in microseconds; undefined if none does, or nothing has changed. */
  readonly nextMoment: number | undefined
  /** The newest transaction of the log, which a replica must have. */
  readonly position: bigint
}

/** The JSON of `markSql`. */
interface ReadMark extends LogMark {
  readonly hasChanged: boolean | null
  readonly nextMoment: number | null
  readonly position: string
}

/** From this number of new entries on, something counts as changed. */
const MAX_ENTRIES = 100

const newest = (table: string, company: string) => `(
  select json_build_array(e.transaction_id::text, e.id, e.record_id, (extract(epoch from e.at) * 1000000)::bigint::text)
  from ${table} e where e.company_id = ${company} order by e.transaction_id desc, e.id desc limit 1)`

const position = (company: string) => `
  greatest((select max(e.transaction_id) from audit_entry e where e.company_id = ${company}),
    (select max(s.transaction_id) from state_change s where s.company_id = ${company}), 0) - ${offsetSql(company)}`

/**
 * SQL of a JSON text with the mark of the company's log, and whether the log has entries after `known` that concern the sources. Only
 * columns of indexes and a few rows are read, unless the next moment is computed.
 */
export function markSql(
  statement: Statement,
  sources: Sources,
  known: LogMark | undefined,
): string {
  const { company } = statement
  const micros = (time: string) => `(extract(epoch from ${time}) * 1000000)::bigint`
  const next =
    sources.moments.length === 0 ? 'null::bigint' : micros(nextMoment(sources.moments, company))
  return `(
  select json_build_object('server', pg_postmaster_start_time()::text,
    'risks', (select string_agg(concat_ws(' ', r.id, r.uuid, r.level, r.value, r.deleted_at), ',' order by r.id) from risk r),
    'at', ${micros('now()')},
    'entry', ${newest('audit_entry', company)}, 'state', ${newest('state_change', company)},
    'open', (select coalesce(json_agg((x::text::bigint + ${offsetSql(company)})::text), '[]') from pg_snapshot_xip(pg_current_snapshot()) x),
    'position', (${position(company)})::text,
    'hasChanged', c.has_changed,
    'nextMoment', case when c.has_changed is not false then ${next} end)::text
  from (select ${hasChangedSql(statement, sources, known)} as has_changed offset 0) c)`
}

/** SQL: null without a mark. The parameters are always there, so that the text is the same. */
function hasChangedSql(statement: Statement, sources: Sources, known: LogMark | undefined): string {
  const { company } = statement
  const isKnown = statement.parameter(known !== undefined, 'boolean')
  const open = statement.parameter(known?.open ?? [], 'bigint[]')
  const types = statement.parameter(sources.types, 'text[]')
  const readsStates = statement.parameter(sources.readsStates, 'boolean')
  const [transaction, id, record, at] = known?.entry ?? []
  const after = {
    transaction: statement.parameter(transaction ?? '0', 'bigint'),
    id: statement.parameter(id ?? 0, 'int'),
    record: statement.parameter(record ?? null, 'uuid'),
    at: statement.parameter(at ?? null, 'bigint'),
  }
  const state = statement.parameter(known?.state ? JSON.stringify(known.state) : null, 'text')
  return `case when ${isKnown} then not (
    (${after.record} is null or exists (select 1 from audit_entry e
      where e.company_id = ${company} and e.transaction_id = ${after.transaction} and e.id = ${after.id}
        and e.record_id = ${after.record} and (extract(epoch from e.at) * 1000000)::bigint = ${after.at}))
    and (select count(*) <= ${MAX_ENTRIES} and not coalesce(bool_or(r.record_type = any (${types})), false)
      from (select e.record_type from audit_entry e
        where e.company_id = ${company} and (e.transaction_id, e.id) > (${after.transaction}, ${after.id})
        order by e.transaction_id, e.id limit ${MAX_ENTRIES + 1}) r)
    and not exists (select 1 from audit_entry e
      where e.company_id = ${company} and e.transaction_id = any (${open}) and e.record_type = any (${types}))
    and (not ${readsStates} or (coalesce(${newest('state_change', company)}::jsonb, 'null') = coalesce(${state}::jsonb, 'null')
      and not exists (select 1 from state_change s
        where s.company_id = ${company} and s.transaction_id = any (${open})))))
  end`
}

/** Reads the value of `markSql`. */
export function parseMark(text: string): FoundMark {
  const { hasChanged, nextMoment, position, ...mark } = JSON.parse(text) as ReadMark
  return {
    mark: newMark(mark),
    hasChanged: hasChanged ?? undefined,
    nextMoment: nextMoment ?? undefined,
    position: BigInt(position),
  }
}
