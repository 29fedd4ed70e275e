import { print } from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newCompany,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, type GraphAnswer } from '../support/graphql.js'
import { AssetPageDocument } from './generated/graphql.js'

const document = print(AssetPageDocument)
const COUNT = 13

let company: TestCompany
let page: (variables?: Record<string, unknown>) => Promise<GraphAnswer>
let codes: string[]

beforeAll(async () => {
  company = await newCompany(testDatabase())
  const zone = await newZone(company)
  const { typeId } = await newAsset(company, { zoneId: zone.id, code: 'C-00' })
  const dueType = await newAssetType(company)
  const day = (number: number) => new Date(Date.UTC(2026, 0, number, 1, 2, 3, number))
  for (let made = 1; made < COUNT; made += 1) {
    await newAsset(company, {
      zoneId: zone.id,
      typeId,
      code: `C-${String(made).padStart(2, '0')}`,
      // Creates ties and nulls in every order key that allows them.
      riskId: [null, 1, 2][made % 3] ?? null,
      ...(made % 4 === 0 ? {} : { typeId: dueType.id, nextInspection: day(made % 5) }),
      lastInspection: made % 2 === 0 ? null : day(made),
    })
  }
  const run = graph(company.admin)
  page = (variables = {}) => run(document, variables)
  codes = (await page()).data.assets.nodes.map(codeOf)
})

const codeOf = ({ code }: { code: string }) => code

/** Pages through a list, forward or backward, and returns the codes in order. */
async function walk(size: number, backward: boolean, variables: Record<string, unknown> = {}) {
  const seen: string[][] = []
  for (let cursor: string | undefined, more = true; more;) {
    const { data, errors } = await page({
      ...variables,
      ...(backward ? { last: size, before: cursor } : { first: size, after: cursor }),
    })
    expect(errors).toBeUndefined()
    const { nodes, pageInfo } = data.assets
    seen.push(nodes.map(codeOf))
    expect(seen.length, 'pages').toBeLessThanOrEqual(COUNT + 1)
    more = backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
    cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
  }
  return backward ? seen.reverse().flat() : seen.flat()
}

describe('a connection', () => {
  it('has twenty records in order of creation by default', async () => {
    expect(codes).toEqual(
      Array.from({ length: COUNT }, (_, at) => `C-${String(at).padStart(2, '0')}`),
    )
  })

  it('counts the whole list on every page', async () => {
    const { data } = await page({ first: 1 })
    expect(data.assets.totalCount).toBe(COUNT)
    expect(data.assets.nodes).toHaveLength(1)
  })

  const orders = [
    [],
    [{ field: 'CODE', direction: 'DESC' }],
    [{ field: 'RISK', direction: 'ASC' }],
    [{ field: 'RISK', direction: 'DESC' }],
    [{ field: 'NEXT_INSPECTION_DUE_AT', direction: 'ASC' }],
    [{ field: 'LAST_INSPECTED_AT', direction: 'DESC' }],
    [
      { field: 'RISK', direction: 'DESC' },
      { field: 'NEXT_INSPECTION_DUE_AT', direction: 'ASC' },
      { field: 'CODE', direction: 'DESC' },
    ],
    [{ field: 'CREATED_AT', direction: 'DESC' }],
    [{ field: 'ID', direction: 'DESC' }],
  ]

  it.each(orders.map((orderBy) => [JSON.stringify(orderBy), orderBy]))(
    'returns each record once with any page size, in both directions, ordered by %s',
    async (_, orderBy) => {
      const whole = (await page({ orderBy, first: 100 })).data.assets.nodes.map(codeOf)
      expect([...whole].sort()).toEqual(codes)
      for (const size of [1, 4, COUNT]) {
        expect(await walk(size, false, { orderBy })).toEqual(whole)
        expect(await walk(size, true, { orderBy })).toEqual(whole)
      }
    },
  )

  it('sorts null after all values', async () => {
    const orderBy = [{ field: 'RISK', direction: 'ASC' }]
    const { data } = await graph(company.admin)(
      'query ($orderBy: [AssetOrder!]) { assets(orderBy: $orderBy) { nodes { risk { value } } } }',
      { orderBy },
    )
    const values = data.assets.nodes.map(
      (node: { risk: { value: number } | null }) => node.risk?.value ?? 9,
    )
    expect(values).toEqual([...values].sort())
  })

  it('skips the offset from the start or from a cursor', async () => {
    const { data } = await page({ first: 3, offset: 5 })
    expect(data.assets.nodes.map(codeOf)).toEqual(codes.slice(5, 8))
    expect(data.assets.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: true })
    const after = data.assets.pageInfo.endCursor
    const next = await page({ first: 2, offset: 1, after })
    expect(next.data.assets.nodes.map(codeOf)).toEqual(codes.slice(9, 11))
  })

  it('is empty beyond the end', async () => {
    const query =
      '{ sites(offset: 2147483647) { totalCount nodes { id } } all: sites { totalCount nodes { zones(offset: 2147483647) { nodes { id } } } } }'
    const own = await newCompany(testDatabase())
    await newZone(own)
    const { data } = await graph(own.admin)(query)
    expect(data.sites).toEqual({ totalCount: data.all.totalCount, nodes: [] })
    expect(data.all.nodes[0].zones.nodes).toEqual([])
  })

  it('skips thousands of records in any order', async () => {
    const many = await newCompany(testDatabase())
    await many.db.pool.query(
      `insert into client (uuid, company_id, user_id, legal_name)
       select gen_random_uuid(), $1, $2, 'Client ' || number % 7 from generate_series(1, 2100) number`,
      [many.companyId, many.admin.viewer.userId],
    )
    const run = graph(many.admin)
    const query = `query ($first: Int, $after: String, $offset: Int, $orderBy: [ClientOrder!]) {
      clients(first: $first, after: $after, offset: $offset, orderBy: $orderBy) {
        nodes { databaseId legalName createdBy { databaseId } } pageInfo { endCursor hasNextPage } } }`
    for (const orderBy of [undefined, [{ field: 'LEGAL_NAME', direction: 'DESC' }]]) {
      const near = await run(query, { first: 100, offset: 900, orderBy })
      const after = near.data.clients.pageInfo.endCursor
      const next = await run(query, { first: 100, after, orderBy })
      const far = await run(query, { first: 100, offset: 1000, orderBy })
      expect(far.data.clients).toEqual(next.data.clients)
      const last = await run(query, { first: 100, offset: 2050, orderBy })
      expect(last.data.clients.nodes).toHaveLength(50)
      expect(last.data.clients.pageInfo.hasNextPage).toBe(false)
    }
  })

  it('has no cursors on an empty page', async () => {
    const { data } = await page({ first: 5, offset: 100 })
    expect(data.assets.nodes).toEqual([])
    expect(data.assets.pageInfo).toEqual({
      hasNextPage: false,
      hasPreviousPage: true,
      startCursor: null,
      endCursor: null,
    })
  })

  it('counts without records if first is 0', async () => {
    const { data } = await page({ first: 0 })
    expect(data.assets).toMatchObject({ totalCount: COUNT, nodes: [], edges: [] })
    expect(data.assets.pageInfo.hasNextPage).toBe(true)
  })

  const cursorOf = async (variables = {}) =>
    (await page({ first: 1, ...variables })).data.assets.pageInfo.endCursor as string

  it.each([
    ['first over 100', { first: 101 }, 'first'],
    ['last over 100', { last: 101 }, 'last'],
    ['first and last', { first: 1, last: 1 }, 'last'],
    ['offset with last', { last: 1, offset: 1 }, 'offset'],
    ['a cursor that is none', { after: 'no cursor' }, 'after'],
    ['a cursor of no list', { before: Buffer.from('{}').toString('base64url') }, 'before'],
    [
      'a cursor with an id that is none',
      { after: Buffer.from('["",-1]').toString('base64url') },
      'after',
    ],
  ])('rejects %s and names the argument', async (_, variables, argument) => {
    const { status, errors, data } = await page(variables)
    expect(errors).toHaveLength(1)
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument })
    expect([status, data]).toEqual([400, undefined])
  })

  it('rejects last with after, and before with first', async () => {
    const cursor = await cursorOf()
    expect((await page({ last: 1, after: cursor })).errors).toHaveLength(1)
    expect((await page({ first: 1, before: cursor })).errors).toHaveLength(1)
    expect((await page({ after: cursor, before: cursor })).errors).toHaveLength(1)
  })

  it('rejects a cursor of another order', async () => {
    const after = await cursorOf({ orderBy: [{ field: 'CODE' }] })
    const { errors } = await page({ after, orderBy: [{ field: 'CODE', direction: 'DESC' }] })
    expect(errors?.[0]?.message).toContain('another orderBy')
  })

  it.each([
    ['text', 'CODE', ['code asc', 7, 1]],
    ['times', 'CREATED_AT', ['createdAt asc', 'yesterday', 1]],
    ['impossible times', 'CREATED_AT', ['createdAt asc', '2026-02-31 00:00:00+00', 1]],
    ['numbers', 'RISK', ['riskId asc', '99999999999', 1]],
    ['nulls for a column without nulls', 'CODE', ['code asc', null, 1]],
  ])('rejects a forged cursor with wrong %s', async (_, field, parts) => {
    const after = Buffer.from(JSON.stringify(parts)).toString('base64url')
    const { errors } = await page({ after, orderBy: [{ field }] })
    expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'after' })
  })

  it('keeps its position when records are added before it', async () => {
    const own = await newCompany(testDatabase())
    const zone = await newZone(own)
    const run = graph(own.admin)
    for (const code of ['B', 'D', 'F']) await newAsset(own, { zoneId: zone.id, code })
    const orderBy = [{ field: 'CODE' }]
    const { data } = await run(document, { first: 2, orderBy })
    await newAsset(own, { zoneId: zone.id, code: 'A' })
    await newAsset(own, { zoneId: zone.id, code: 'E' })
    const after = data.assets.pageInfo.endCursor
    const next = await run(document, { first: 2, orderBy, after })
    expect(next.data.assets.nodes.map(codeOf)).toEqual(['E', 'F'])
  })
})

describe('a nested connection', () => {
  it('pages and counts per parent', async () => {
    const own = await newCompany(testDatabase())
    const zones = [await newZone(own), await newZone(own), await newZone(own)]
    for (const [index, zone] of zones.entries()) {
      for (let made = 0; made < index * 2; made += 1) {
        await newAsset(own, { zoneId: zone.id, code: `${index}${made}` })
      }
    }
    const { data } = await graph(own.admin)(`{ zones { nodes {
      first: assets(first: 1) { totalCount nodes { code } pageInfo { hasNextPage endCursor } }
      last: assets(last: 1, orderBy: [{ field: CODE, direction: DESC }]) { edges { node { code } } pageInfo { hasPreviousPage } }
      second: assets(first: 1, offset: 1, filter: { codes: ["11", "20", "21"] }) { totalCount nodes { code } }
    } } }`)
    const [none, two, four] = data.zones.nodes
    expect(none.first).toEqual({
      totalCount: 0,
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    })
    expect(two.first).toMatchObject({
      totalCount: 2,
      nodes: [{ code: '10' }],
      pageInfo: { hasNextPage: true },
    })
    expect(four.first).toMatchObject({ totalCount: 4, nodes: [{ code: '20' }] })
    expect(four.last).toEqual({
      edges: [{ node: { code: '20' } }],
      pageInfo: { hasPreviousPage: true },
    })
    expect(two.second).toEqual({ totalCount: 1, nodes: [] })
    expect(four.second).toEqual({ totalCount: 2, nodes: [{ code: '21' }] })
  })

  it('rejects a page over 100, also without a parent record', async () => {
    const own = await newCompany(testDatabase())
    const query = '{ sites { nodes { zones(first: 101) { nodes { name } } } } }'
    for (let sites = 0; sites < 2; sites += 1) {
      const { errors } = await graph(own.admin)(query)
      expect(errors?.[0]?.extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'first' })
      await newZone(own)
    }
  })

  it('rejects a page over 100 in a mutation’s payload before it writes', async () => {
    const own = await newCompany(testDatabase())
    const { errors } = await graph(own.admin)(
      `mutation ($n: Int) {
        createClient(input: { legalName: "Refused" }) { ...record }
      }
      fragment record on CreateClientPayload { client { sites(first: $n) { nodes { name } } } }`,
      { n: 101 },
    )
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: 'first' } }])
    expect(await own.db.prisma.client.count({ where: { companyId: own.companyId } })).toBe(0)
  })
})
