import { expect, it } from 'vitest'
import { getNamedType, isEnumType, isObjectType } from 'graphql'
import type { Domain } from '../../src/domain/domain.js'
import { newAsset, newCompany, newZone, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, post, schema, tokenOf } from '../support/graphql.js'
import { newPopulatedCompany } from '../support/populated-company.js'

const db = testDatabase()
const OVERLAP_MS = 5 * 60_000

interface Version {
  readonly id: string
  readonly updatedAt: string
}

/** A client that keeps a copy of a list, as docs/clients.md describes it. */
class Copy {
  readonly records = new Map<string, Version>()
  private since: Date | undefined

  constructor(
    private readonly viewer: Domain,
    private readonly list: string,
    private readonly overlapMs = OVERLAP_MS,
  ) {}

  async sync(): Promise<void> {
    const authorization = `Bearer ${await tokenOf(this.viewer)}`
    const from = this.since && new Date(this.since.getTime() - this.overlapMs)
    let after: string | null = null
    let startedAt: Date | undefined
    do {
      const { data, errors, headers } = await post(this.query, { from, after }, { authorization })
      expect(errors).toBeUndefined()
      startedAt ??= new Date(headers.get('date') ?? NaN)
      const { nodes, pageInfo } = data[this.list] as Page
      for (const record of nodes) this.records.set(record.id, record)
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    this.since = startedAt
  }

  private get query() {
    return `query ($from: DateTime, $after: String) {
      ${this.list}(first: 2, after: $after, orderBy: [{ field: UPDATED_AT }],
        filter: { updatedAt: { from: $from } ${isRemovable(this.list) ? 'removed: INCLUDE' : ''} }
      ) { nodes { id updatedAt } pageInfo { hasNextPage endCursor } }
    }`
  }
}

interface Page {
  readonly nodes: readonly Version[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string }
}

const lists = Object.values(schema.getQueryType()?.getFields() ?? {})
  // The audit log and the state changes are followed by their cursors: see test/audit.
  .filter(
    ({ name, type }) =>
      !['auditLog', 'stateChanges'].includes(name) &&
      getNamedType(type).name.endsWith('Connection'),
  )
  .map(({ name, type }) => ({ name, model: getNamedType(type).name.replace('Connection', '') }))

const fieldNames = (type: string) => {
  const found = schema.getType(type)
  return isEnumType(found)
    ? found.getValues().map(({ name }) => name)
    : Object.keys(found && 'getFields' in found ? found.getFields() : {})
}
const isRemovable = (list: string) =>
  fieldNames(`${lists.find(({ name }) => name === list)?.model}Filter`).includes('removed')

/** Risks never change, API keys are credentials, and deliveries are a log. */
const UNCHANGING = ['risks', 'apiKeys', 'webhookDeliveries']
const changing = lists.filter(({ name }) => !UNCHANGING.includes(name))

it.each(changing)('$name have a filter and an order by updatedAt', ({ model }) => {
  expect(isObjectType(schema.getType(model))).toBe(true)
  expect(fieldNames(model)).toContain('updatedAt')
  expect(fieldNames(`${model}Filter`)).toContain('updatedAt')
  expect(fieldNames(`${model}OrderField`)).toContain('UPDATED_AT')
})

it.each(changing)('a copy of $name has every record', async ({ name, model }) => {
  const { admin } = await newPopulatedCompany()
  const copy = new Copy(admin, name)
  await copy.sync()
  const { data } = await graph(admin)(`{ ${name}(first: 100) { nodes { id updatedAt } } }`)
  expect(data[name].nodes.length, model).toBeGreaterThan(0)
  expect([...copy.records.values()]).toEqual(expect.arrayContaining(data[name].nodes))
})

it('a copy receives changed, removed and restored records, also several pages of them', async () => {
  const company = await newCompany(db)
  const assets = await Promise.all(Array.from({ length: 5 }, () => newAsset(company)))
  const copy = new Copy(company.admin, 'assets')
  await copy.sync()
  expect([...copy.records.keys()].sort()).toEqual(assets.map(({ uuid }) => uuid).sort())

  for (const { uuid } of assets) await change(company, 'updateAsset', uuid, 'riskLevel: LOW')
  await change(company, 'removeAsset', assets[0]?.uuid)
  await change(company, 'removeAsset', assets[1]?.uuid)
  await change(company, 'restoreAsset', assets[1]?.uuid)
  await copy.sync()
  expect(await versionsOf(company)).toEqual(copy.records)
})

it.skipIf(!process.env['DATABASE_URL'])(
  'a copy receives a record that is committed late with an earlier time',
  async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const late = await newAsset(company, { zoneId: zone.id })
    const careless = new Copy(company.admin, 'assets', 0)
    const careful = new Copy(company.admin, 'assets')

    const slow = await db.pool.connect()
    try {
      await slow.query('begin')
      await slow.query('update asset set defective = true, updated_at = now() where id = $1', [
        late.id,
      ])
      // Dates in HTTP headers have seconds. Wait for the next one, so that this record is changed in a later second.
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const other = await newAsset(company, { zoneId: zone.id })
      await change(company, 'updateAsset', other.uuid, 'riskLevel: LOW')
      await new Promise((resolve) => setTimeout(resolve, 1100))
      await careless.sync()
      await careful.sync()
      await slow.query('commit')
    } finally {
      slow.release()
    }
    await careless.sync()
    await careful.sync()

    const versions = await versionsOf(company)
    expect(careful.records).toEqual(versions)
    expect(careless.records.get(late.uuid)).not.toEqual(versions.get(late.uuid))
  },
)

async function change({ admin }: TestCompany, mutation: string, id = '', fields = '') {
  const { data } = await graph(admin)(
    `mutation { ${mutation}(input: { id: "${id}" ${fields} }) { userErrors { message } } }`,
  )
  expect(data[mutation]).toEqual({ userErrors: [] })
}

async function versionsOf({ admin }: TestCompany) {
  const { data } = await graph(admin)(
    '{ assets(first: 100, filter: { removed: INCLUDE }) { nodes { id updatedAt } } }',
  )
  const nodes = data.assets.nodes as Version[]
  return new Map(nodes.map((node) => [node.id, node]))
}
