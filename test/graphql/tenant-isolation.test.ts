import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
} from 'graphql'
import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { readModel } from '../../src/db/generated/read-model.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import type { RemovableModel } from '../../src/domain/record/require-record.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import {
  newAsset,
  newCompany,
  newInspection,
  newJob,
  newUser,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, startService, tokenOf } from '../support/graphql.js'
import { type FullCompany, newFullCompany, recordsOf, uuidsOf } from './full-company.js'

type Field = GraphQLField<unknown, unknown>

const schema = createSchema()
/** change-feed.test.ts has the tests of `changes`: without a cursor, it returns only a place in the log, which moves. */
const queries = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(
  ({ name }) => name !== 'changes',
)
const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as never)

let ours: FullCompany
let theirs: FullCompany
/** Everything within three relations, before there was another company, and after. */
let alone: unknown
let beside: unknown
/** Those of their records at that time. Tests add more. */
let uuids: Record<'ours' | 'theirs', string[]>
let run: ReturnType<typeof graph>

beforeAll(async () => {
  ours = await newFullCompany()
  alone = await walk(ours)
  theirs = await newFullCompany()
  beside = await walk(ours)
  uuids = { ours: await uuidsIn(ours), theirs: await uuidsIn(theirs) }
  run = graph(ours.admin)
})

const argumentsOf = ({ args }: Field) => args.map(({ name }) => name)
const isConnection = (field: Field) => String(getNamedType(field.type)).endsWith('Connection')
const isStatistics = ({ type }: Field) => {
  const own = getNamedType(type)
  return own.name.endsWith('Statistics') && isObjectType(own) && 'nodes' in own.getFields()
}
const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields())

/** All arguments that could identify a record of the other company. */
const foreign = () => ({ id: Object.values(uuidsOf(theirs)) })

/** The values of each key of a record besides its UUID. A job's number may also be that of a job of ours. */
const foreignKeys = (): Record<string, (string | number)[]> => ({
  databaseId: Object.values(recordsOf(theirs)).flatMap((each) => ('id' in each ? each.id : [])),
  code: [theirs.asset.code, theirs.bare.asset.code],
  barcode: [theirs.barcode.data],
  data: [theirs.barcode.data],
  shortCode: [theirs.assetType.shortCode],
  number: [theirs.job.number],
  email: [theirs.users.admin.email],
})

/** The filter's fields that take ids. */
function idFields(field: Field): string[] {
  const filter = field.args.find(({ name }) => name === 'filter')?.type
  if (!isInputObjectType(filter)) throw new Error(`expected a filter of ${field.name}`)
  return Object.values(filter.getFields())
    .filter((each) => named(each.type) === 'ID')
    .map(({ name }) => name)
}
/** The field of a list's records with a UUID. */
const idOf = ({ type }: Field) =>
  /^(AuditEntry|StateChange)Connection$/.test(getNamedType(type).name) ? 'recordId' : 'id'
const named = (type: GraphQLInputType) => String(getNamedType(type))

describe('a record of another company is not found', () => {
  const singular = queries.filter(
    (each) => !isConnection(each) && /^ids?$/.test(argumentsOf(each)[0] ?? ''),
  )

  it('in every query that these tests cover', () => {
    const bare = queries.filter(({ args }) => args.length === 0).map(({ name }) => name)
    const lists = queries.filter((field) => isConnection(field) || isStatistics(field))
    const known = [...singular, ...lists].map(({ name }) => name)
    expect([...known, ...bare].sort()).toEqual(queries.map(({ name }) => name).sort())
    expect(bare).toEqual(['company', 'viewer'])
  })

  it.each(singular.map((each) => [each.name, each] as const))('for %s', async (name, field) => {
    const [{ name: argument } = { name: '' }] = field.args
    if (argument === 'ids') {
      const ids = [ours.site.uuid, ...foreign().id, newUuid()]
      const { data } = await run(`query ($ids: [ID!]!) { ${name}(ids: $ids) { id } }`, { ids })
      expect(data[name]).toEqual([{ id: ours.site.uuid }, ...ids.slice(1).map(() => null)])
      return
    }
    const asked = foreign().id.map((id, at) => `f${at}: ${name}(id: "${id}") { __typename }`)
    const { data, errors } = await run(`{ ${asked.join(' ')} }`)
    expect(errors).toBeUndefined()
    expect(new Set(Object.values(data as object))).toEqual(new Set([null]))
  })

  const keys = singular
    .flatMap((field) => field.args.filter((argument) => argument.name === 'by'))
    .map(({ type }) => getNamedType(type))
    .filter(isInputObjectType)
    .flatMap((type) => Object.keys(type.getFields()).map((key) => [type.name, key] as const))
    // All companies share the risks.
    .filter(([type]) => type !== 'RiskKey')
  it.each(keys)('by a key of %s: %s', async (type, key) => {
    const values = foreignKeys()[key]
    if (!values) throw new Error(`expected a foreign value for ${key}`)
    const query = type.charAt(0).toLowerCase() + type.slice(1, -'Key'.length)
    const asked = values.map(
      (value, at) => `f${at}: ${query}(by: { ${key}: ${JSON.stringify(value)} }) { id }`,
    )
    const { data, errors } = await run(`{ ${asked.join(' ')} }`)
    expect(errors).toBeUndefined()
    expect(JSON.stringify(data)).not.toMatch(anyOf(await uuidsIn(theirs)))
  })

  const filtered = queries
    .filter(isConnection)
    .flatMap((field) => idFields(field).map((name) => [field.name, name, idOf(field)] as const))
  it.each(filtered)('for %s filtered by %s', async (name, filter, id) => {
    const ids = foreign().id
    const { data } = await run(
      `query ($ids: [ID!]) {
        all: ${name} { totalCount }
        none: ${name}(filter: { ${filter}: $ids }) { totalCount nodes { ${id} } edges { node { ${id} } } }
        others: ${name}(filter: { not: { ${filter}: $ids } }) { totalCount }
      }`,
      { ids },
    )
    expect(data.none).toEqual({ totalCount: 0, nodes: [], edges: [] })
    expect(data.others).toEqual(data.all)
  })

  const nested = nodeTypes.flatMap((type) =>
    fieldsOf(type)
      .filter(isConnection)
      .map((field) => [`${type.name}.${field.name}`, type.name, field] as const),
  )
  it.each(nested)('for %s with any filter', async (_, type, field) => {
    const filters = idFields(field)
    const asked = filters.map(
      (name) =>
        `${name}: ${field.name}(filter: { ${name}: $ids }) { totalCount nodes { ${idOf(field)} } }`,
    )
    const { data, errors } = await run(
      `query ($id: ID!, $ids: [ID!]) { node(id: $id) { ... on ${type} { all: ${field.name} { nodes { ${idOf(field)} } } ${asked.join(' ')} } } }`.replace(
        filters.length === 0 ? ', $ids: [ID!]' : '\0',
        '',
      ),
      { id: uuidsOf(ours)[type], ids: foreign().id },
    )
    expect(errors).toBeUndefined()
    const { all, ...others } = data.node
    expect(JSON.stringify(all)).not.toMatch(anyOf(await uuidsIn(theirs)))
    for (const each of Object.values(others)) expect(each).toEqual({ totalCount: 0, nodes: [] })
  })

  it.each(queries.filter(isConnection).map((field) => [field.name, idOf(field)] as const))(
    'for a cursor of the other company in %s',
    async (name, id) => {
      const page = `query ($after: String) { ${name}(first: 50, after: $after) { nodes { ${id} } pageInfo { startCursor } } }`
      const their = await graph(theirs.admin)(page)
      const { data, errors } = await run(page, { after: their.data[name].pageInfo.startCursor })
      expect(errors).toBeUndefined()
      expect(JSON.stringify(data)).not.toMatch(anyOf(await uuidsIn(theirs)))
    },
  )

  it('if both companies have the same code and barcode', async () => {
    await newAsset(ours, { code: 'same', barcode: 'same' })
    await newAsset(theirs, { code: 'same', barcode: 'same' })
    const query =
      '{ byCode: asset(by: { code: "same" }) { id } byBarcode: asset(by: { barcode: "same" }) { id } }'
    const [mine, others] = [await run(query), await graph(theirs.admin)(query)]
    expect(mine.data.byCode).toEqual(mine.data.byBarcode)
    expect(mine.data.byCode).not.toEqual(others.data.byCode)
  })
})

describe('everything within three relations', () => {
  it('contains all records of the company, and none of another one', () => {
    const text = JSON.stringify(beside)
    expect(text).not.toMatch(anyOf(uuids.theirs))
    for (const uuid of uuids.ours) expect(text).toContain(uuid)
  })

  it('does not change when another company is created, including totals and counts', () => {
    expect(withoutExpiry(beside)).toEqual(withoutExpiry(alone))
    expect(JSON.stringify(alone)).toContain(ours.uuid)
  })
})

/** Links to documents change every 15 minutes. */
const withoutExpiry = (data: unknown) =>
  JSON.parse(JSON.stringify(data).replace(/&expires=\d+|&signature=[0-9a-f]{64}/g, '')) as unknown

/** The data of each query for a company's admin, with all fields of records within three relations. */
async function walk(company: FullCompany): Promise<unknown> {
  const { fragments, spread } = fragmentsOf()
  const url = await (roomy ??= startService({ MAX_COMPLEXITY: '1000000000', MAX_DEPTH: '100' }))
  const authorization = `Bearer ${await tokenFor(company)}`
  const answers: unknown[] = []
  for (const field of queries) {
    const type = getNamedType(field.type)
    const given = givenFor(company, field, String(type))
    const query = `{ ${field.name}${given} ${spread(type as GraphQLObjectType, 3)} }`
    const used = reachable(query, fragments)
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: [query, ...used].join('\n') }),
    })
    const answer = (await response.json()) as { data: unknown; errors?: unknown }
    expect(answer.errors, field.name).toBeUndefined()
    answers.push(answer.data)
  }
  return answers
}
let roomy: Promise<string> | undefined

/** One session for each company, because a session is part of the data. */
const tokenFor = async (company: FullCompany) => {
  const token = tokens.get(company) ?? tokenOf(company.admin)
  tokens.set(company, token)
  return token
}
const tokens = new Map<FullCompany, Promise<string>>()

function givenFor(company: FullCompany, field: Field, type: string): string {
  if (isConnection(field)) return '(first: 50)'
  if (isStatistics(field)) return '(first: 50, groupBy: [SITE])'
  const values: Record<string, unknown> = {
    id: uuidsOf(company)[type === 'Session' ? 'User' : type] ?? company.site.uuid,
    ids: Object.values(uuidsOf(company)),
  }
  const given = argumentsOf(field)
    .filter((name) => name !== 'by')
    .map((name) => `${name}: ${JSON.stringify(values[name])}`)
  return given.length > 0 ? `(${given.join(', ')})` : ''
}

/** Of a record's history, everything except relations of the relations. */
const HISTORY =
  '{ totalCount nodes { recordId requestId sessionId changes { field before after } user { id } apiKey { id } } }'

/** A fragment for each type and depth keeps a deep document short. */
function fragmentsOf() {
  const fragments = new Map<string, string>()
  const spread = (type: GraphQLObjectType, depth: number): string => {
    const name = `${type.name}${depth}`
    if (!fragments.has(name)) {
      fragments.set(name, '')
      fragments.set(name, `fragment ${name} on ${type.name} ${selection(type, depth)}`)
    }
    return `{ ...${name} }`
  }
  const selection = (type: GraphQLObjectType, depth: number): string => {
    if (isInterfaceType(type)) {
      const types = schema.getPossibleTypes(type)
      // Fields of the same name need an alias if their types differ.
      const differs = ({ name, type: own }: Field) =>
        types.some((each) => String(each.getFields()[name]?.type ?? own) !== String(own))
      const parts = types.map((each) => {
        const id = each.name.toLowerCase()
        const aliasOf = (field: Field) => (differs(field) ? `${id}_${field.name}: ` : '')
        return `... on ${each.name} { ${fieldsOf(each)
          .flatMap((field) => written(field, depth - 1, aliasOf(field)))
          .join(' ')} }`
      })
      return `{ __typename id ${parts.join(' ')} }`
    }
    return `{ __typename ${fieldsOf(type)
      .flatMap((field) => written(field, depth, ''))
      .join(' ')} }`
  }
  const written = (field: Field, depth: number, alias: string): string[] => {
    const type = getNamedType(field.type)
    if (isLeafType(type)) return [alias + field.name]
    if (!isObjectType(type)) return []
    if (isStatistics(field)) return [`${alias}${field.name} { totalCount nodes { count } }`]
    if (field.name === 'history') return [`${alias}history(first: 20) ${HISTORY}`]
    // The same records as `nodes`. A query may select 10,000 fields.
    if (field.name === 'edges') return [`${alias}edges { cursor node { __typename } }`]
    // A connection does not count as a level of depth.
    const isRecord = nodeTypes.includes(type)
    if (isRecord && depth <= 1) return []
    // A document has at most 10,000 fields: only the records of the query show the whole content of their reports.
    if (type.name === 'ReportContent' && depth < 3) return [`${alias}${field.name} { title }`]
    const page = isConnection(field) ? '(first: 20)' : ''
    return [`${alias}${field.name}${page} ${spread(type, isRecord ? depth - 1 : depth)}`]
  }
  return { fragments, spread }
}

/** The fragments that a text spreads, also indirectly. */
function reachable(text: string, fragments: ReadonlyMap<string, string>): string[] {
  const found = new Set<string>()
  const visit = (part: string) => {
    for (const [, name = ''] of part.matchAll(/\.\.\.(\w+\d)/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(fragments.get(name) ?? '')
    }
  }
  visit(text)
  return [...found].map((name) => fragments.get(name) ?? '')
}

/** Every UUID of a company's records in the database that GraphQL exposes. */
async function uuidsIn({ db, companyId }: FullCompany): Promise<string[]> {
  const shown = Object.entries(readModel).filter(
    ([name, { columns, tenant }]) =>
      tenant && 'uuid' in columns && nodeTypes.some((type) => type.name === name),
  )
  const parts = shown.map(
    ([, { table, tenant }]) => `select uuid from ${table} where ${tenant ?? ''} = $1`,
  )
  const { rows } = await db.pool.query<{ uuid: string }>(parts.join(' union all '), [companyId])
  return rows.map(({ uuid }) => uuid)
}
const anyOf = (texts: readonly string[]) => new RegExp(texts.join('|'))

describe('a removed record', () => {
  // Risks do not belong to a company and cannot be removed.
  const listed = queries.filter(isConnection).flatMap((plural) => {
    const type = String(getNamedType(plural.type)).replace(/Connection$/, '')
    const { columns, tenant } = readModel[type as keyof typeof readModel]
    const singular = type.charAt(0).toLowerCase() + type.slice(1)
    return 'deletedAt' in columns && tenant ? [[type, singular, plural.name] as const] : []
  })

  it.each(listed)(
    'is null by id and absent from lists and counts: %s',
    async (type, singular, plural) => {
      const company = await newFullCompany()
      const id = uuidsOf(company)[type]
      const ask = graph(company.admin)
      const query = `query ($id: ID!) { ${singular}(id: $id) { id } node(id: $id) { id } nodes(ids: [$id]) { id } ${plural} { totalCount nodes { id } } }`
      const there = (await ask(query, { id })).data
      expect(there[singular]).toEqual({ id })

      const { table } = readModel[type as keyof typeof readModel]
      await company.db.pool.query(`update ${table} set deleted_at = now() where uuid = $1`, [id])
      const gone = await ask(query, { id })
      expect(gone.errors).toBeUndefined()
      expect(gone.data).toMatchObject({ [singular]: null, node: null, nodes: [null] })
      expect(gone.data[plural].totalCount).toBe(there[plural].totalCount - 1)
      expect(JSON.stringify(gone.data)).not.toContain(id)
    },
  )

  it('is not counted, and not found by code or barcode', async () => {
    const company = await newCompany(testDatabase())
    const asset = await newAsset(company, { barcode: 'gone', defective: true })
    const ask = graph(company.admin)
    const query = `query ($code: String!) {
      company { stats { assets } }
      sites { nodes { assetsCount failing assets { totalCount } zones { totalCount nodes { assetsCount assets { nodes { id } } } } } }
      assetTypes { nodes { assetsCount assets { totalCount } } }
      byCode: asset(by: { code: $code }) { id } byBarcode: asset(by: { barcode: "gone" }) { id }
      barcodes { totalCount }
      assets(filter: { search: "gone" }) { totalCount }
    }`
    const there = (await ask(query, { code: asset.code })).data
    expect(there.company.stats.assets).toBe(1)
    expect(there.sites.nodes[0]).toMatchObject({ assetsCount: 1, failing: true })
    await removeRecord(company.admin, 'Asset', { id: asset.id })
    expect((await ask(query, { code: asset.code })).data).toEqual({
      company: { stats: { assets: 0 } },
      sites: {
        nodes: [
          {
            assetsCount: 0,
            failing: false,
            assets: { totalCount: 0 },
            zones: { totalCount: 1, nodes: [{ assetsCount: 0, assets: { nodes: [] } }] },
          },
        ],
      },
      assetTypes: { nodes: [{ assetsCount: 0, assets: { totalCount: 0 } }] },
      byCode: null,
      byBarcode: null,
      barcodes: { totalCount: 0 },
      assets: { totalCount: 0 },
    })
  })

  it('is still visible through a closed job', async () => {
    const company = await newCompany(testDatabase())
    const technician = await newUser(company, { firstName: 'Former', lastName: 'Hand' })
    const zone = await newZone(company)
    const asset = await newAsset(company, { zoneId: zone.id })
    const job = await newJob(company, {
      siteId: zone.siteId,
      technicianId: technician.id,
      zoneIds: [zone.id],
      status: 'completed',
      completedAt: new Date(),
      closedById: technician.id,
    })
    await newInspection(company, { assetId: asset.id, jobId: job.id, inspectorId: technician.id })
    const ask = graph(company.admin)
    const query = `query ($id: ID!) { job(id: $id) {
      site { name client { legalName } } type { name } technician { fullName } closedBy { fullName }
      zones { totalCount }
      inspections { totalCount nodes { asset { code zone { name } type { name } barcode { data } } inspector { fullName } } }
    } }`
    const there = (await ask(query, { id: job.uuid })).data.job
    const steps: [RemovableModel, number][] = [
      ['Asset', asset.id],
      ['AssetType', asset.typeId],
      ['Zone', zone.id],
      ['ZoneType', zone.typeId],
      ['Site', zone.siteId],
      ['JobType', job.typeId],
      ['User', technician.id],
    ]
    for (const [model, id] of steps) await removeRecord(company.admin, model, { id })
    const { data, errors } = await ask(query, { id: job.uuid })
    expect(errors).toBeUndefined()
    expect(data.job).toEqual({ ...there, zones: { totalCount: 0 } })
    expect(data.job.technician.fullName).toBe('Former Hand')
  })
})
