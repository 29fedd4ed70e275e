import {
  assertEnumType,
  assertInputObjectType,
  assertObjectType,
  getNamedType,
  type GraphQLInputField,
  isEnumType,
  isListType,
  isObjectType,
  type GraphQLField,
} from 'graphql'
import type { FastifyInstance } from 'fastify'
import type { Pool, QueryConfig } from 'pg'
import { pino } from 'pino'
import { v7 as newUuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.js'
import { readConfig } from '../../src/config.js'
import { connectSource, type Database } from '../../src/db/connect.js'
import type { ModelName } from '../../src/db/read/model.js'
import type { Source } from '../../src/db/source.js'
import { createApiKey } from '../../src/domain/credential/create-api-key.js'
import { listingOf } from '../../src/domain/listing/listings.js'
import { createSchema } from '../../src/graphql/schema/build-schema.js'
import { domainOf } from '../support/builders.js'
import { createServerDatabase } from '../support/server-database.js'
import { sentBy } from '../support/statements.js'
import { newSession } from '../support/sessions.js'
import { silentLog } from '../support/silent-log.js'
import { A_SMALL, fillManyCompanies, SECOND } from './many-companies.js'

const server = process.env['DATABASE_URL']

/** A table of fewer rows is read from end to end, and rightly. */
const BIG = 1500

/** A page of 20, and one record more to know whether there is a next, need no more rows than this. */
const MANY = 100

/** Rare values, as far as can be: whoever asks for most of a company's records reads most of them. */
const samples: Readonly<Record<string, string>> = {
  ID: `"${newUuid()}"`,
  String: '"A-777"',
  Boolean: 'true',
  DateTimeRange: '{ from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }',
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

const schema = createSchema()
const lists = Object.values(schema.getQueryType()?.getFields() ?? {}).filter((field) =>
  getNamedType(field.type).name.endsWith('Connection'),
)

/** Each list in each of its orders. */
const orderedPages = lists.flatMap((list) => {
  const order = assertInputObjectType(argumentType(list, 'orderBy'))
  const fields = getNamedType(order.getFields()['field']?.type)
  if (!isEnumType(fields)) return []
  return fields
    .getValues()
    .flatMap(({ name }) => [[list.name, name, 'ASC'] as const, [list.name, name, 'DESC'] as const])
})

/** Past a cursor whose key could be null, an index has the records in two places, and is read from its start. */
function isNullable(list: string, field: string): boolean {
  const connection = getNamedType(schema.getQueryType()?.getFields()[list]?.type)
  const model = connection?.name.replace('Connection', '') as ModelName
  const order = assertEnumType(schema.getType(`${model}OrderField`)).getValue(field)
  return listingOf(model).orders[order?.value as string]?.nullable ?? false
}

/** Each list with the records that one of its records refers to. */
const related = lists.flatMap((list) => {
  const connection = assertObjectType(getNamedType(list.type))
  const node = assertObjectType(getNamedType(connection.getFields()['nodes']?.type))
  const relations = Object.values(node.getFields()).filter(({ type, args }) => {
    const to = getNamedType(type)
    return args.length === 0 && isObjectType(to) && to.getInterfaces().length > 0
  })
  return relations.length > 0 ? [[list.name, relations.map(({ name }) => name)] as const] : []
})

/** Each list with each of its filters, and some value for it. */
const filters = lists.flatMap((list) =>
  Object.values(assertInputObjectType(argumentType(list, 'filter')).getFields())
    .filter(({ name }) => !['and', 'or', 'not'].includes(name))
    .map((field) => [list.name, field.name, sampleOf(field)] as const),
)

function argumentType({ args }: GraphQLField<unknown, unknown>, name: string) {
  return getNamedType(args.find((each) => each.name === name)?.type)
}

function sampleOf({ type }: GraphQLInputField): string {
  const named = getNamedType(type)
  const one = isEnumType(named) ? (named.getValues()[0]?.name ?? '') : samples[named.name]
  if (one === undefined) throw new Error(`expected a sample of ${named.name}`)
  return isListType(type) ? `[${one}]` : one
}

/** How a statement is planned: each time, for its values, or once for all, as what is sent often may be. */
const PLANNED = ['for its values', 'for any values'] as const

describe.skipIf(!server).each(PLANNED)(
  'on a server with many companies, planned %s, no big table is scanned',
  (planned) => {
    let source: Source
    let db: Database
    let app: FastifyInstance
    let big: Set<string>
    let headers: Record<'graphql' | 'small' | 'set_a' | 'set_b', Record<string, string>>
    let siteId: string

    beforeAll(async () => {
      source = await createServerDatabase(server ?? '')
      const config = readConfig({ RATE_LIMIT_PER_MINUTE: '0', MAX_EVENT_LOOP_DELAY_MS: '0' })
      db = connectSource(source, config, silentLog)
      await fillManyCompanies(db.pool)
      const { rows } = await db.pool.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and reltuples >= $1`,
        [BIG],
      )
      big = new Set(rows.map(({ name }) => name))
      app = await createApp(config, db, pino({ level: 'silent' }))

      const admin = domainOf({ db, companyId: SECOND.company }, SECOND.user, 'admin')
      const small = domainOf({ db, companyId: A_SMALL.company }, A_SMALL.user, 'admin')
      const tokenFor = async (audience: 'graphql' | 'set_a' | 'set_b') =>
        (await newSession(admin, audience)).accessToken
      const { key } = await createApiKey(admin, { name: 'plans' })
      headers = {
        graphql: { authorization: `Bearer ${await tokenFor('graphql')}` },
        small: { authorization: `Bearer ${(await newSession(small, 'graphql')).accessToken}` },
        set_a: { authorization: `Bearer ${await tokenFor('set_a')}` },
        set_b: { 'x-api-key': key, 'x-api-token': await tokenFor('set_b') },
      }
      const site = await db.pool.query<{ uuid: string }>('select uuid from site where id = $1', [
        SECOND.site,
      ])
      siteId = site.rows[0]?.uuid ?? ''
    })

    afterAll(async () => {
      await app.close()
      await db.close()
    })

    /**
     * The plans of the statements that a request sends, and how they went. It is sent twice: the second time it may be
     * answered by another statement.
     */
    const plansOf = async (request: () => Promise<unknown>) => {
      const plans: (QueryConfig & { plan: Plan | undefined })[] = []
      const twice = async () => {
        await request()
        await request()
      }
      const explain = planned === 'for its values' ? explainForValues : explainForAny
      const reads = (await sentBy(db.pool, twice)).filter(({ text }) =>
        /^\s*(select|with)/i.test(text),
      )
      expect(reads).not.toEqual([])
      for (const sent of reads) {
        plans.push({ ...sent, plan: await explain(db.pool, sent) })
      }
      return plans
    }

    /** Which of the statements that a request sends read a big table from end to end. */
    const scansOf = async (request: () => Promise<unknown>): Promise<string[]> => {
      const plans = await plansOf(request)
      return plans.flatMap(({ text, plan }) =>
        nodesOf(plan)
          .filter(
            ({ 'Node Type': type, 'Relation Name': table = '' }) =>
              type === 'Seq Scan' && big.has(table),
          )
          .map((node) => `${node['Relation Name'] ?? ''}, by ${text}`),
      )
    }

    /** How many rows a request has read of big tables, wanted or not. */
    const rowsReadBy = async (request: () => Promise<unknown>): Promise<number> => {
      const plans = await plansOf(request)
      const nodes = plans.flatMap(({ plan }) => nodesOf(plan))
      const read = nodes
        .filter(({ 'Relation Name': table = '' }) => big.has(table))
        .map(
          (node) =>
            (node['Actual Rows'] +
              (node['Rows Removed by Filter'] ?? 0) +
              (node['Rows Removed by Index Recheck'] ?? 0)) *
            node['Actual Loops'],
        )
      return read.reduce((one, other) => one + other, 0)
    }

    const ask = async (query: string, who: 'graphql' | 'small' = 'graphql') => {
      const payload = { query }
      const url = '/graphql'
      const answer = await app.inject({ method: 'POST', url, headers: headers[who], payload })
      const { data, errors } = answer.json<{ data: never; errors?: unknown }>()
      expect(errors, query).toBeUndefined()
      return data as Record<string, { pageInfo: { endCursor: string } }>
    }

    it('has big tables', () => {
      const expected = [
        'app_user',
        'asset',
        'barcode',
        'document',
        'inspection',
        'job',
        'site',
        'zone',
      ]
      expect([...big]).toEqual(expect.arrayContaining(expected))
    })

    it.each(orderedPages)(
      'for a page of %s by %s %s, whose rows alone are read',
      async (list, field, direction) => {
        const orderBy = `orderBy: [{ field: ${field}, direction: ${direction} }]`
        const page = (which: string) =>
          `{ ${list}(${which}, ${orderBy}) { nodes { id } pageInfo { endCursor } } }`
        const data = await ask(page('first: 20, offset: 80'))
        const cursor = data[list]?.pageInfo.endCursor
        const next = cursor
          ? [`first: 20, after: "${cursor}"`, `last: 20, before: "${cursor}"`]
          : []
        for (const which of ['first: 20', 'last: 20', ...(isNullable(list, field) ? [] : next)]) {
          expect(await rowsReadBy(() => ask(page(which))), which).toBeLessThan(MANY)
        }
        expect(await rowsReadBy(() => ask(page('first: 20'), 'small'))).toBeLessThan(MANY)
      },
    )

    it.each(related)(
      'for a page of %s with its %j, which are read by key',
      async (list, relations) => {
        const fields = relations.map((relation) => `${relation} { id }`).join(' ')
        const query = `{ ${list}(first: 20) { nodes { ${fields} } } }`
        const most = MANY * (1 + relations.length)
        expect(await rowsReadBy(() => ask(query))).toBeLessThan(most)
        expect(await rowsReadBy(() => ask(query, 'small'))).toBeLessThan(most)
      },
    )

    it.each(filters)(
      'for %s and their number with the filter %s: %s',
      async (list, field, value) => {
        const query = `{ ${list}(first: 20, filter: { ${field}: ${value} }) { totalCount nodes { id } } }`
        expect(await scansOf(() => ask(query))).toEqual([])
      },
    )

    it.each([
      ['assets', ['asset_grams_idx', 'barcode_grams_idx']],
      ['users', ['app_user_grams_idx']],
      ['jobs', ['job_grams_idx']],
      ['sites', ['site_grams_idx']],
    ])('for %s by a code, whose characters alone are looked up', async (list, indexes) => {
      const query = `{ ${list}(first: 20, filter: { search: "77777" }) { nodes { id } } }`
      for (const who of ['graphql', 'small'] as const) {
        const plans = await plansOf(() => ask(query, who))
        const nodes = plans.flatMap(({ plan }) => nodesOf(plan))
        const looked = nodes.flatMap(({ 'Index Name': index = [] }) => index)
        expect(looked).toEqual(expect.arrayContaining(indexes))
        expect(looked.filter((index) => index.endsWith('_search_idx'))).toEqual([])
        // That would be: and among all that the company has.
        expect(nodes.map((node) => node['Node Type'])).not.toContain('BitmapAnd')
        expect(await rowsReadBy(() => ask(query, who))).toBeLessThan(MANY)
      }
    })

    it.each([
      `{ company { stats { assets jobs checklists checks sites clients users totalStorage } } }`,
      `{ sites { nodes { zonesCount assetsCount openJobsCount failing
       assets(first: 5) { totalCount nodes { status metaData { value } documents: barcode { data } } }
       jobs(first: 5) { totalCount nodes { zones(first: 5) { nodes { assetsCount } } technician { role } } }
       zones(first: 5) { totalCount nodes { jobs(first: 5) { nodes { id } } assets(first: 5) {
         nodes { type { name } risk { level } barcode { data } zone { site { client { legalName } } } } } } } } } }`,
      `{ users { nodes { role sitesCount inspectionsCount technicalJobsCount } } }`,
      `{ clients { nodes { sitesCount } } assetTypes { nodes { assetsCount } } zoneTypes { nodes { zonesCount } } }`,
      `{ assetByCode(code: "A-7") { id } assetByBarcode(data: "B-7") { id } }`,
      `{ assets(first: 10, filter: { overdue: true }, orderBy: [{ field: NEXT_INSPECTION }]) { totalCount nodes { id } } }`,
      `{ jobs(first: 10, filter: { statuses: [SCHEDULED] }, orderBy: [{ field: SCHEDULED_START }]) { nodes { id } } }`,
      `{ nodes(ids: ["${newUuid()}"]) { id } }`,
    ])('for %s', async (query) => {
      expect(await scansOf(() => ask(query))).toEqual([])
    })

    it.each([
      ['set_a', '/api/assets'],
      ['set_a', '/api/assets?search=A-77&defective=1&overdue=1'],
      ['set_a', '/api/assets?search=A-77'],
      ['set_a', '/api/assets?search=777'],
      ['set_a', '/api/sites?search=Site 7'],
      ['set_a', '/api/users?search=Person 7'],
      ['set_a', '/api/asset-types/list'],
      ['set_a', '/api/asset-groups'],
      ['set_b', '/v1/assets?pageSize=100&pageIndex=0'],
      ['set_b', '/v1/assets?pageSize=100&pageIndex=10'],
      ['set_b', '/v1/sites?pageSize=100&pageIndex=0'],
      ['set_b', '/v1/users?pageSize=100&pageIndex=0'],
      ['set_b', '/v1/clients?pageSize=100&pageIndex=0'],
      ['set_b', '/v1/zones?pageSize=100&pageIndex=0&id=SITE'],
      ['set_b', '/v1/jobs?pageSize=100&pageIndex=0&id=SITE'],
      ['set_b', '/v1/sites/SITE'],
    ] as const)('for %s GET %s', async (set, path) => {
      const url = encodeURI(path.replace('SITE', siteId))
      const scans = await scansOf(async () => {
        const answer = await app.inject({ url, headers: headers[set] })
        expect(answer.statusCode, answer.body).toBe(200)
      })
      expect(scans).toEqual([])
    })
  },
)

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: Plan }]
}

async function explainForValues(
  pool: Pool,
  { text, values }: QueryConfig,
): Promise<Plan | undefined> {
  const { rows } = await pool.query<Explained>(`explain (analyze, format json) ${text}`, [
    ...(values ?? []),
  ])
  return rows[0]?.['QUERY PLAN'][0].Plan
}

async function explainForAny(
  pool: Pool,
  { text, values = [] }: QueryConfig,
): Promise<Plan | undefined> {
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare explained as ${text}`)
    const given = await client.query<string[]>({
      text: `select ${values.map((_, index) => `quote_nullable($${index + 1}::text)`).join(', ')}`,
      values: values.map((value) =>
        Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value,
      ),
      rowMode: 'array',
    })
    const { rows } = await client.query<Explained>(
      `explain (analyze, format json) execute explained (${given.rows[0]?.join(', ') ?? ''})`,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan
  } finally {
    // Closed, and with it what it was told.
    client.release(true)
  }
}

const nodesOf = (plan: Plan | undefined): Plan[] =>
  plan ? [plan, ...(plan.Plans ?? []).flatMap(nodesOf)] : []
