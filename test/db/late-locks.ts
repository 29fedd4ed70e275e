import type { ClientBase } from 'pg'

/**
 * The modes of table locks that conflict with each mode, as PostgreSQL's documentation lists them under "Explicit Locking".
 * The two modes of reading statements are missing: they conflict only with other migrations.
 */
const ALL = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock']
const CONFLICTS: Readonly<Record<string, readonly string[]>> = {
  RowExclusiveLock: ALL,
  ShareUpdateExclusiveLock: [...ALL, 'ShareUpdateExclusiveLock'],
  ShareLock: [...ALL.slice(1), 'ShareUpdateExclusiveLock', 'RowExclusiveLock'],
  ShareRowExclusiveLock: [...ALL, 'ShareUpdateExclusiveLock', 'RowExclusiveLock'],
  ExclusiveLock: [...ALL, 'ShareUpdateExclusiveLock', 'RowExclusiveLock', 'RowShareLock'],
  AccessExclusiveLock: [
    ...ALL,
    ...['ShareUpdateExclusiveLock', 'RowExclusiveLock', 'RowShareLock', 'AccessShareLock'],
  ],
}

/** A function or a type is created in a moment, and locks no table. */
const DEFINITION = /^CREATE (OR REPLACE )?(FUNCTION|TYPE)\b/

/** These may run statements that work before they lock. */
const PROGRAM = /^(DO|SELECT|CALL)\b/

interface Lock {
  readonly table: string
  readonly mode: string
}

/**
 * Executes a migration, and returns the locks of existing tables that it takes after it has worked, and with which it
 * would lose that work if it did not get them. The first statement may be any, except a program. Otherwise `LOCK TABLE`
 * takes all locks first.
 */
export async function lateLocksOf(client: ClientBase, script: string): Promise<string[]> {
  const late: string[] = []
  const { rows } = await client.query<{ oid: number }>(
    `SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = current_schema::regnamespace`,
  )
  const existing = rows.map(({ oid }) => oid)
  await client.query('BEGIN')
  let early: readonly Lock[] = []
  let isEarly = true
  for (const statement of statementsOf(script)) {
    await client.query(statement)
    const isLock = /^LOCK TABLE\b/.test(statement)
    const locks = await locksOf(client, existing)
    const added = locks.filter((lock) => !early.some((other) => covers(other, lock)))
    if (isEarly && !PROGRAM.test(statement) && (isLock || early.length === 0)) early = locks
    else late.push(...added.map(({ table, mode }) => `${table}: ${mode} in ${statement}`))
    isEarly &&= isLock || DEFINITION.test(statement)
  }
  await client.query('COMMIT')
  return [...new Set(late)]
}

/** Whether every session that has to wait for `lock` has to wait for `held` too. */
const covers = (held: Lock, lock: Lock) =>
  held.table === lock.table &&
  (CONFLICTS[lock.mode] ?? []).every((mode) => CONFLICTS[held.mode]?.includes(mode))

async function locksOf(client: ClientBase, tables: readonly number[]): Promise<Lock[]> {
  const { rows } = await client.query<Lock>(
    `SELECT coalesce(c.relname, l.relation::text) AS table, l.mode
     FROM pg_locks l LEFT JOIN pg_class c ON c.oid = l.relation
     WHERE l.pid = pg_backend_pid() AND l.granted AND l.relation = ANY($1) AND l.mode = ANY($2) ORDER BY 1, 2`,
    [tables, Object.keys(CONFLICTS)],
  )
  return rows
}

/** The statements of a script, without the comments around them. */
function statementsOf(script: string): string[] {
  const statements = script.match(
    /(?:--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g,
  )
  return (statements ?? [])
    .map((statement) => statement.replace(/^(?:\s|--[^\n]*\n?)+/, '').trimEnd())
    .filter(Boolean)
}
