import { expect, it } from 'vitest'
import { loggedFields } from '../../src/graphql/schema/audit/logged-fields.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const db = testDatabase()
const schema = createSchema()

/** The fields that triggers record, by the type of the record. */
async function recordedFields(): Promise<Map<string, Set<string>>> {
  const { rows } = await db.pool.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname like 'audit\\_%' and prorettype = 'trigger'::regtype`,
  )
  const recorded = new Map<string, Set<string>>()
  for (const { source } of rows) {
    const type =
      /SELECT c\.company_id, pg_current_xact_id\(\)[^;]*?,\s+'(\w+)', c\.record_id/.exec(
        source,
      )?.[1] ?? ''
    const fields = recorded.get(type) ?? new Set()
    // Of updates, and of insertions and deletions.
    for (const [, name = ''] of source.matchAll(/jsonb_build_object\('(\w+)'/g)) fields.add(name)
    const objects = source.matchAll(/SELECT to_jsonb\(x\) FROM \(SELECT (.*?)\) x\)/gs)
    for (const [, list = ''] of objects) {
      for (const [, name = ''] of list.matchAll(/ AS "?(\w+)"?(?=,|$)/g)) fields.add(name)
    }
    recorded.set(type, fields)
  }
  return recorded
}

/** The fields of a type that the log can have, and those that it has under another name than the schema. */
const schemaFields = (name: string): ReadonlySet<string> =>
  new Set([
    ...loggedFields(schema, name),
    // A report refers to its record as its document does.
    ...(name === 'Report' ? loggedFields(schema, 'Document') : []),
    // A user reads only their own links, so these do not name the user.
    ...(name === 'CalendarLink' ? ['userId'] : []),
  ])

it('has only fields of the schema in the changes of an entry', async () => {
  const company = await newCompany(db)
  const read = graph(company.admin)
  await read('{ viewer { role } }')
  const recorded = await recordedFields()
  expect(recorded.size).toBeGreaterThan(14)
  await db.pool.query('delete from audit_entry where company_id = $1', [company.companyId])
  for (const [type, fields] of recorded) {
    expect(fields.size, type).toBeGreaterThan(0)
    await db.pool.query(
      `insert into audit_entry (company_id, transaction_id, record_type, record_id, action, after)
       values ($1, 1, $2, gen_random_uuid(), 'updated', $3)`,
      [company.companyId, type, Object.fromEntries([...fields].map((field) => [field, null]))],
    )
  }
  const { data } = await read('{ auditLog(first: 100) { nodes { recordType changes { field } } } }')
  const entries = data.auditLog.nodes as { recordType: string; changes: { field: string }[] }[]
  expect(entries).toHaveLength(recorded.size)
  const names = new Map([...recorded.keys()].map((name) => [name.toLowerCase(), name]))
  const unknown = entries.flatMap(({ recordType, changes }) => {
    const name = names.get(recordType.replaceAll('_', '').toLowerCase()) ?? ''
    const known = schemaFields(name)
    expect(changes.length, name).toBeGreaterThan(0)
    return changes.filter(({ field }) => !known.has(field)).map(({ field }) => `${name}.${field}`)
  })
  expect(unknown).toEqual([])
})

it('shows the interface of a session as the session does', async () => {
  const company = await newCompany(db)
  for (const [audience, shown] of [
    ['graphql', 'GRAPHQL'],
    ['set_a', 'REST_API'],
    ['set_b', 'REST_V1'],
  ]) {
    const { rows } = await db.pool.query<{ changes: unknown }>(
      `select audit_changes($1, 'Session', null, $2) as changes`,
      [company.companyId, { audience, userId: 1 }],
    )
    expect(rows[0]?.changes).toEqual([{ field: 'interface', before: null, after: shown }])
  }
})
