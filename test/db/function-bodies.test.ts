import { parsePlPgSQL } from 'libpg-query'
import { expect, it } from 'vitest'
import { testDatabase } from '../support/database.js'
import { IMMUTABLE, refusedByShards } from '../support/refused-by-shards.js'
import { parseStatement } from '../support/syntax-tree.js'
import { unboundTables } from '../support/unbound-tables.js'

interface SqlFunction {
  readonly name: string
  readonly language: 'sql' | 'plpgsql'
  readonly body: string
  readonly definition: string
  /** It runs on the server of the shard, whose snapshot and transaction it reads. */
  readonly isTrigger: boolean
}

interface Parsed {
  readonly text: string
  readonly tree: unknown
}

const FUNCTIONS = `
select p.proname as name, l.lanname as language, p.prosrc as body, pg_get_functiondef(p.oid) as definition,
       p.prorettype = 'trigger'::regtype as "isTrigger"
from pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
  and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
order by 1`

it('has immutable functions for columns in updates', async () => {
  const { rows } = await testDatabase().read<{ name: string }>({
    text: 'select distinct proname as name from pg_proc where proname = any ($1) and provolatile = $2 order by 1',
    values: [IMMUTABLE, 'i'],
  })
  expect(rows.map(({ name }) => name)).toEqual(IMMUTABLE)
  const others = await testDatabase().read({
    text: 'select 1 from pg_proc where proname = any ($1) and provolatile <> $2',
    values: [IMMUTABLE, 'i'],
  })
  expect(others.rows).toEqual([])
})

const SNAPSHOT = 'a snapshot in a write'

/** Functions that read all companies, because a statement finds the company with them, or cleans up. */
const OF_ALL_COMPANIES =
  /^(company_of_\w+|companies_\w+|needed_audit_offsets|delete_expired|delete_uploads|delete_expired_deliveries|delete_expired_state_changes|delivery_figures|notice_figures|delete_audit_entries|find_issued|has_demo_credentials|objects_to_delete|raise_audit_offsets|tick_states)$/

it('has functions whose statements a distributed PostgreSQL accepts', async () => {
  const { rows } = await testDatabase().read<SqlFunction>({ text: FUNCTIONS })
  const problems: string[] = []
  let statements = 0
  for (const each of rows) {
    for (const { text, tree } of await statementsOf(each)) {
      statements += 1
      const found = refusedByShards(tree).filter((rule) => !each.isTrigger || rule !== SNAPSHOT)
      if (!OF_ALL_COMPANIES.test(each.name)) found.push(...unboundTables(tree))
      for (const problem of found) problems.push(`${each.name}: ${problem} in ${text}`)
    }
  }
  expect(problems).toEqual([])
  expect(statements).toBeGreaterThan(200)
})

/** The entries of all rows, with one statement: only for a plain server, and not executed for a shard. */
const IS_FOR_PLAIN_SERVER = /\bchanged_rows\b|\bSELECT c\.company_id, pg_current_xact_id/

/** The number of audit entries of a transaction: the trigger of a shard sets it for itself, on the server of the shard. */
const COUNTS_ENTRIES = /\bset_config\('app\.audit_entries'/

/** The statements of a function that are executed for a shard. Variables, and the fields of records, are parameters. */
async function statementsOf({ language, body, definition }: SqlFunction): Promise<Parsed[]> {
  if (language === 'sql') return [{ text: body, tree: await parseStatement(body) }]
  const texts = queriesIn(await parsePlPgSQL(definition))
  const executed = texts.filter(
    (text) => !IS_FOR_PLAIN_SERVER.test(text) && !COUNTS_ENTRIES.test(text),
  )
  const found = executed.map(async (source) => {
    const bound = source
      .replace(/\b(NEW|OLD|changed|source)\.\w+/g, '$$1')
      .replace(/\b(company_of_row|(?<!\b(from|join|update|into) )company)\b(?!\.| :=)/gi, '$$1')
    for (const text of [bound, `select ${bound}`, `select ${bound.replace(/^\w+ :?=/, '')}`]) {
      const parsed = await parseStatement(text).then(
        (tree) => ({ text, tree }),
        () => undefined,
      )
      if (parsed) return parsed
    }
    throw new Error(`expected a statement, got ${source}`)
  })
  return Promise.all(found)
}

function queriesIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(queriesIn)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) =>
    key === 'PLpgSQL_expr' ? [(value as { query: string }).query] : queriesIn(value),
  )
}
