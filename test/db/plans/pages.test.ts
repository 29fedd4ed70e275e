import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LARGE } from './company-sizes.js'
import { nodesOf, PLANNED } from './explain.js'
import { isNullable, keyOf, orderedPages, related } from './lists.js'
import { MANY, openPlannedService, server } from './planned-service.js'

/** For each order by a value of related records, how many of these a large company has. */
const relatedRecords: Readonly<Record<string, number>> = {
  'assets TYPE': LARGE.types,
  'assets ZONE': LARGE.zones,
  'assets SITE': LARGE.sites,
  'assets CLIENT': LARGE.clients,
  'jobs TYPE': LARGE.types,
  'jobs SITE': LARGE.sites,
  'jobs CLIENT': LARGE.clients,
  'jobs TECHNICIAN': LARGE.users,
  'sites CLIENT': LARGE.clients,
}

/** Orders that no index serves: all records of the company are read. Ascending due dates are in rare-flags.test.ts. */
const SORTED = ['assets STATUS', 'assets NEXT_INSPECTION_DUE_AT', 'sites MANAGER', 'sites FAILING']

/** The most rows that a page may read: docs/decisions/orders.md. */
function mostRows(list: string, field: string, page: 'outermost' | 'next'): number {
  const order = `${list} ${field}`
  const related = relatedRecords[order]
  if (related === undefined && !SORTED.includes(order)) return MANY
  const records = LARGE[list as 'assets' | 'jobs' | 'sites']
  if (related !== undefined && page === 'outermost') return MANY + (2 * records) / related
  return MANY + 2 * (records + LARGE.users + LARGE.zones + LARGE.sites)
}

type Pages = Record<string, { pageInfo: { endCursor: string | null } }>

describe.skipIf(!server)('on a server with many companies', () => {
  let service: Awaited<ReturnType<typeof openPlannedService>>
  beforeAll(async () => {
    service = await openPlannedService()
  })
  afterAll(() => service.close())

  it('more than one table is big', () => {
    const expected = ['app_user', 'asset', 'barcode', 'document', 'inspection', 'job', 'site']
    expect([...service.big]).toEqual(expect.arrayContaining([...expected, 'zone']))
  })

  describe.each(PLANNED)('planned %s', (planned) => {
    it.each(orderedPages)(
      'a page of %s by %s %s reads only its own rows',
      async (list, field, direction) => {
        const { ask, rowsReadBy } = service
        const orderBy = `orderBy: [{ field: ${field}, direction: ${direction} }]`
        const page = (which: string) =>
          `{ ${list}(${which}, ${orderBy}) { nodes { ${keyOf(list)} } pageInfo { endCursor } } }`
        const data = await ask<Pages>(page('first: 20, offset: 80'))
        const cursor = data[list]?.pageInfo.endCursor
        const next = cursor
          ? [`first: 20, after: "${cursor}"`, `last: 20, before: "${cursor}"`]
          : []
        for (const which of ['first: 20', 'last: 20']) {
          const rows = await rowsReadBy(planned, () => ask(page(which)))
          expect(rows, which).toBeLessThan(mostRows(list, field, 'outermost'))
        }
        for (const which of isNullable(list, field) ? [] : next) {
          const rows = await rowsReadBy(planned, () => ask(page(which)))
          expect(rows, which).toBeLessThan(mostRows(list, field, 'next'))
        }
        expect(await rowsReadBy(planned, () => ask(page('first: 20'), 'small'))).toBeLessThan(MANY)
      },
    )

    it.each(related)('a page of %s reads its relations %j by key', async (list, relations) => {
      const { ask, rowsReadBy } = service
      const fields = relations.map((relation) => `${relation} { id }`).join(' ')
      const query = `{ ${list}(first: 20) { nodes { ${fields} } } }`
      const most = MANY * (1 + relations.length)
      expect(await rowsReadBy(planned, () => ask(query))).toBeLessThan(most)
      expect(await rowsReadBy(planned, () => ask(query, 'small'))).toBeLessThan(most)
    })

    it('a search of documents by name uses their index', async () => {
      const { ask, plansOf } = service
      const query = '{ documents(filter: { search: "no-such-name" }) { totalCount } }'
      const plans = await plansOf(planned, () => ask(query))
      const used = plans.flatMap(({ Plan }) => nodesOf(Plan).map((node) => node['Index Name']))
      expect(used).toContain('document_key_idx')
    })

    it.each([
      ['assets', ['asset_key_grams_idx', 'barcode_key_grams_idx'], []],
      ['users', ['app_user_key_grams_idx'], []],
      ['jobs', ['job_key_grams_idx'], ['site_key_idx', 'client_key_idx']],
      ['sites', ['site_key_grams_idx'], ['client_key_idx']],
    ])('a search of %s for a code uses the index for codes', async (list, indexes, names) => {
      const { ask, plansOf, rowsReadBy } = service
      const query = `{ ${list}(first: 20, filter: { search: "77777" }) { nodes { id } } }`
      for (const client of ['graphql', 'small'] as const) {
        const plans = await plansOf(planned, () => ask(query, client))
        const nodes = plans.flatMap(({ Plan }) => nodesOf(Plan))
        const used = nodes.flatMap(({ 'Index Name': index = [] }) => index)
        expect(used).toEqual(expect.arrayContaining(indexes))
        const others = used.filter((index) => index.endsWith('_key_idx'))
        expect(others.filter((index) => !names.includes(index))).toEqual([])
        // A BitmapAnd would combine that index with one that reads all records of the company.
        expect(nodes.map((node) => node['Node Type'])).not.toContain('BitmapAnd')
        expect(await rowsReadBy(planned, () => ask(query, client))).toBeLessThan(MANY)
      }
    })
  })
})
