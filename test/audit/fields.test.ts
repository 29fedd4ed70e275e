import { getNullableType, type GraphQLOutputType, isEnumType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { loggedFields } from '../../src/graphql/schema/audit/logged-fields.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { runMutation } from '../graphql/mutations/run-mutation.js'
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

it('shows all fields of the schema that it records, and only these', async () => {
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
  for (const { recordType, changes } of entries) {
    const name = names.get(recordType.replaceAll('_', '').toLowerCase()) ?? ''
    const known = schemaFields(name)
    const shown = changes.map(({ field }) => field)
    expect(shown.length, name).toBeGreaterThan(0)
    expect(
      shown.filter((field) => !known.has(field)),
      name,
    ).toEqual([])
    const hidden = [...(recorded.get(name) ?? [])].filter((field) => !shown.includes(field))
    expect(
      hidden.filter((field) => known.has(field)),
      name,
    ).toEqual([])
  }
})

/** The types of the fields of an object type and its parts that are times or enums. */
const valueTypes = (name: string): readonly (readonly [string, GraphQLOutputType])[] => {
  const type = schema.getType(name)
  const fields = isObjectType(type) ? Object.values(type.getFields()) : []
  return fields.flatMap((field) => {
    const of = getNullableType(field.type)
    return isEnumType(of) || String(of) === 'DateTime' ? [[field.name, of] as const] : []
  })
}

it('shows times and values of enums as the schema does', async () => {
  const { companyId } = await newCompany(db)
  // A fault of `to_jsonb`, which writes a time as the session of the database has it.
  const time = ['2026-01-01T15:30:00.5+05:30', '2026-01-01T10:00:00.500Z']
  let count = 0
  for (const [type, fields] of await recordedFields()) {
    for (const [field, of] of valueTypes(type)) {
      // Risks are stored by the id of their level: inputs.test.ts has them.
      if (!fields.has(field) || String(of) === 'RiskLevel') continue
      const values = isEnumType(of)
        ? of.getValues().map(({ name }) => [name.toLowerCase(), name])
        : [time]
      for (const [stored, shown] of values) {
        const { rows } = await db.pool.query<{ text: string }>(
          'select audit_text($1, $2, $3, to_jsonb($4::text)) as text',
          [companyId, type, field, stored],
        )
        expect([type, field, rows[0]?.text]).toEqual([type, field, shown])
        count += 1
      }
    }
  }
  expect(count).toBeGreaterThan(60)
})

it('shows what is null within a list of a new record, as after an update', async () => {
  const { admin } = await newCompany(db)
  const field = { label: 'Pressure', kind: 'NUMBER' }
  const { assetType } = await runMutation(
    admin,
    'createAssetType',
    { name: 'Hose', shortCode: 'HOS', customFields: [field] },
    'assetType { id customFields { fieldId } }',
  )
  const customFields = [{ ...field, fieldId: assetType.customFields[0].fieldId, label: 'Bar' }]
  await runMutation(
    admin,
    'updateAssetType',
    { id: assetType.id, customFields },
    'assetType { id }',
  )
  const { data } = await graph(admin)(
    `{ node(id: "${assetType.id}") { ... on AssetType { history { nodes { changes { field before after } } } } } }`,
  )
  const changes = data.node.history.nodes.flatMap((entry: { changes: { field: string }[] }) =>
    entry.changes.filter((change) => change.field === 'customFields'),
  )
  expect(changes).toHaveLength(2)
  expect(changes[1].after).toEqual(changes[0].before)
  expect(changes[1].after).toContain('"unit": null')
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
