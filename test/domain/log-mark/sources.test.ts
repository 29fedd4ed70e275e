import { parse } from 'libpg-query'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import { readModel } from '../../../src/db/generated/read-model.js'
import { Statement } from '../../../src/db/read/statement.js'
import { loggedTables } from '../../../src/domain/log-mark/logged-tables.js'
import { sourcesOf } from '../../../src/domain/log-mark/sources.js'
import { createPreparer } from '../../../src/graphql/operation/preparer.js'
import { compilePlan } from '../../../src/graphql/sql-answer/plan.js'
import { getOperationAST, parse as parseDocument } from 'graphql'
import { randomDocument } from '../../graphql/sql-answer/random-document.js'
import { testDatabase } from '../../support/database.js'
import { schema } from '../../support/graphql.js'
import { isNode } from '../../support/syntax-tree.js'

const db = testDatabase()

/** Columns whose values never change: of all tables, and of one. The search text is generated from recorded columns. */
const CONSTANT = ['id', 'uuid', 'company_id', 'created_at', 'search_text']
const CONSTANT_OF: Readonly<Record<string, readonly string[]>> = {
  checklist_version: ['number', 'checks_count', 'user_id'],
  inspection: ['checklist_outdated', 'ignored_answers'],
  // Follows from the inspections, whose entries count: see `followingColumns`.
  asset: ['due_basis'],
}

/** The tables whose rows are only inserted and deleted, or only inserted. */
const OPERATIONS: Readonly<Record<string, string>> = {
  checklist_version: 'insert',
  job_zone: 'delete insert',
  zone_type_asset_type: 'delete insert',
}

interface AuditedTable {
  readonly name: string
  readonly definition: string
  readonly columns: string[]
  readonly operations: string
}

const auditedTables = async () =>
  (
    await db.pool.query<AuditedTable>(`
      select c.relname as name, pg_get_functiondef(p.oid) as definition,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
        (select string_agg(substring(t.tgname from '[a-z]+$'), ' ' order by t.tgname) from pg_trigger t
          where t.tgrelid = c.oid and t.tgname like 'audit\\_%') as operations
      from pg_class c join pg_proc p on p.proname = 'audit_' || c.relname
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  ).rows

const isRecorded = (definition: string, column: string) =>
  new RegExp(
    `\\b(r|new|old|changed_rows|select)\\.${column}\\b|array_agg\\(${column}\\)`,
    'i',
  ).test(definition)

describe('the tables of kept answers', () => {
  it('leave entries of the type that is named, for each change of each column that is not named', async () => {
    const audited = new Map((await auditedTables()).map((each) => [each.name, each]))
    const problems = [...loggedTables].flatMap(([name, { type, unlogged }]) => {
      const table = audited.get(name)
      if (!table) return [`${name} is not audited`]
      const { definition, columns, operations } = table
      const known = [...CONSTANT, ...(CONSTANT_OF[name] ?? []), ...unlogged]
      const missing = columns.filter(
        (each) => !known.includes(each) && !isRecorded(definition, each),
      )
      return [
        ...(definition.includes(`'${type}'`) ? [] : [`${name} has entries of another type`]),
        ...(operations === (OPERATIONS[name] ?? 'delete insert update')
          ? []
          : [`${name}: ${operations}`]),
        ...missing.map((column) => `${name}.${column} is not recorded`),
      ]
    })
    expect(problems).toEqual([])
  })

  it('are all relations that a statement can name', async () => {
    const { rows } = await db.pool.query<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    const known = new Set<string>(Object.values(readModel).map(({ table }) => table))
    const unknown = rows.map(({ name }) => name).filter((name) => !known.has(name))
    expect(unknown).toEqual(['_prisma_migrations'])
  })
})

const refused: readonly (readonly [reason: string, sql: string])[] = [
  ['the clock', 'select count(*) from asset where created_at < now()'],
  ['the clock of a comment', 'select count(*) from asset where created_at < now() /* anything */'],
  ['a time without a function', 'select count(*) from asset where created_at < current_timestamp'],
  ['a time in a literal', `select count(*) from asset where created_at < ' NOW '::timestamptz`],
  ['a random value', 'select random()'],
  ['an unknown function', 'select audit_changes(1, 2, 3, 4)'],
  ['a quoted function', 'select "random"()'],
  ['a function after a column with the name of a key word', 'select "as", random()'],
  ['a function in a common table expression', 'with x as (select random()) select 1'],
  ['a setting', `select current_setting('app.company_id')`],
  ['a catalogue', 'select count(*) from pg_class'],
  ['a table without entries', 'select count(*) from access_token'],
  ['the log', 'select count(*) from audit_entry'],
  ['the counters of a company', 'select job_number from company'],
  ['the time of the last change', 'select max(updated_at) from job'],
  ['columns without names', 'select t.* from job t'],
  ['a comment that hides a literal', `select 1 -- ' \n from access_token where '' = ''`],
]

describe('the sources of an SQL expression', () => {
  it.each(refused)('are unknown with %s', (_, sql) => {
    expect(sourcesOf(sql)).toBeUndefined()
  })

  it('are the types of its tables, and of what its moments follow from', () => {
    const sql = `(select count(*)::int from job x where x.scheduled_end < now() /* ends of jobs */ and x.name = 'now() from site')`
    expect(sourcesOf(sql)).toEqual({
      types: ['Job'],
      readsStates: false,
      moments: ['ends of jobs'],
    })
    const states = `(select x.at from state_change x, risk r, zone_type_asset_type z)`
    expect(sourcesOf(states)).toEqual({ types: ['ZoneType'], readsStates: true, moments: [] })
    expect(sourcesOf('select due_basis from asset')?.types).toEqual(['Asset', 'Inspection'])
    const aliases = `select 1 from unnest($1) with ordinality wanted (id, place), unnest($2) as item (value), site`
    expect(sourcesOf(aliases)?.types).toEqual(['Site'])
  })

  it('are those that the parser of PostgreSQL finds in the SQL of random documents', async () => {
    const preparer = createPreparer(schema, readConfig({ MAX_COMPLEXITY: '100000000' }))
    const ids = Array.from({ length: 17 }, () => crypto.randomUUID())
    let known = 0
    for (let seed = 1; seed <= 150; seed += 1) {
      const { query, vectors } = randomDocument(schema, seed, ids)
      const document = parseDocument(query)
      const definition = getOperationAST(document)
      if (!definition) throw new Error(query)
      const { request } = preparer.prepare(
        preparer.operationOf(document, definition),
        vectors[0] ?? {},
      )
      const plan = request && compilePlan(schema, request.selection)
      if (!plan) continue
      const statement = new Statement(1)
      const viewer = { userId: 1, companyId: 1, role: 'admin' as const }
      const sql = plan.write({ statement, viewer, request })
      const sources = sourcesOf(sql)
      if (!sources) continue
      known += 1
      const { tables, functions } = namesIn(await parse(`select ${sql}`))
      const types = tables.flatMap((table) => {
        if (table === 'state_change') expect(sources.readsStates, sql).toBe(true)
        if (table === 'risk' || table === 'state_change') return []
        return [loggedTables.get(table)?.type ?? `unlogged ${table}`]
      })
      expect(sources.types, sql).toEqual(expect.arrayContaining([...new Set(types)]))
      expect(functions.includes('now') && sources.moments.length === 0, sql).toBe(false)
    }
    expect(known).toBeGreaterThan(10)
  })
})

/** The names of the tables and functions in a syntax tree, without those of common table expressions. */
function namesIn(tree: unknown) {
  const [tables, functions, own] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const visit = (value: unknown): void => {
    if (!isNode(value)) return
    const { RangeVar: table, FuncCall: call, CommonTableExpr: common } = value
    if (isNode(table)) tables.add(String(table['relname']))
    if (isNode(common)) own.add(String(common['ctename']))
    if (isNode(call))
      functions.add(
        JSON.stringify(call['funcname']).match(/"(?:sval|str)":"(\w+)"\}*\]$/)?.[1] ?? '',
      )
    Object.values(value).forEach(visit)
  }
  visit(tree)
  return { tables: [...tables].filter((each) => !own.has(each)), functions: [...functions] }
}
