import { beforeAll, describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newJobType,
  newUser,
  newZone,
  newZoneType,
  newSite,
} from '../support/builders.js'
import { statementsOf } from '../support/statements.js'
import { callAs } from './rest.js'
import {
  newPopulatedCompany,
  linkTypes,
  type PopulatedCompany,
} from '../support/populated-company.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany({ full: true })
  call = callAs(company.admin)
  await call('GET', '/api/job-types/list')
})

/** Each list, its default page size, and a function that adds a record. */
const lists = [
  [
    '/api/assets',
    10,
    (company: PopulatedCompany) =>
      newAsset(company, { zoneId: company.zone.id, typeId: company.assetType.id, riskId: 1 }),
  ],
  [
    '/api/sites',
    10,
    (company: PopulatedCompany) => newSite(company, { clientId: company.client.id, riskId: 1 }),
  ],
  [
    '/api/asset-groups',
    20,
    async (company: PopulatedCompany) => {
      const { id } = await newZoneType(company, { riskId: 1 })
      await linkTypes(company, id, company.assetType.id)
    },
  ],
  [
    '/api/site/{site}/zones',
    15,
    (company: PopulatedCompany) =>
      newZone(company, { siteId: company.site.id, typeId: company.zoneType.id }),
  ],
  ['/api/users', 15, (company: PopulatedCompany) => newUser(company)],
] as const

describe.each(lists)('%s', (path, size, more) => {
  const at = () => path.replace('{site}', String(company.site.id))

  it(`has ${size} records a page, by id, and as many statements however many there are`, async () => {
    const count = async (query: Record<string, string>) => {
      const texts = await statementsOf(company.db, async () => {
        expect((await call('GET', at(), { query })).status).toBe(200)
      })
      return texts.length
    }
    await more(company)
    const few = await count({})
    for (let made = 0; made < 2 * size; made += 1) await more(company)
    expect(await count({})).toBe(few)
    expect(await count({ page: '2' })).toBe(few)
    expect(few).toBeLessThanOrEqual(3)

    const first = (await call('GET', at())).body
    const second = (await call('GET', at(), { query: { page: '2' } })).body
    expect([first.per_page, first.data.length, second.data.length]).toEqual([size, size, size])
    const ids = [...first.data, ...second.data].map(({ id }: { id: number }) => id)
    expect(ids).toEqual([...new Set(ids)].sort((a: number, b: number) => a - b))
    expect(first.total).toBeGreaterThan(2 * size)
  })

  it('accepts page sizes from 1 to 100 only', async () => {
    for (const per_page of ['1', '100']) {
      const { body } = await call('GET', at(), { query: { per_page } })
      expect(body.per_page).toBe(Number(per_page))
    }
    for (const per_page of ['0', '101', '-1', 'x', '1.5', '010']) {
      const { status, body } = await call('GET', at(), { query: { per_page } })
      expect([status, body.message]).toEqual([400, 'The per page field must be between 1 and 100.'])
    }
  })

  it('keeps other parameters in its links, before the page', async () => {
    const query = { search: "a b+c&d=é'(%_)", per_page: '1', empty: '', page: '3' }
    const { body } = await call('GET', at(), { query })
    const kept = 'search=a%20b%2Bc%26d%3D%C3%A9%27%28%25_%29&per_page=1&'
    expect(body.first_page_url).toBe(`${at()}?${kept}page=1`)
    expect(body.prev_page_url).toBe(`${at()}?${kept}page=2`)
    expect(body.path).toBe(at())
  })

  it('reads a page that is an array as the first one, also in its links', async () => {
    const { status, body } = await call('GET', `${at()}?page[]=2&per_page=1`)
    expect([status, body.current_page]).toEqual([200, 1])
    expect(body.next_page_url).toBe(`${at()}?per_page=1&page=2`)
  })

  it('has links that lead to the right pages', async () => {
    const first = (await call('GET', at(), { query: { per_page: '2' } })).body
    const second = (await call('GET', first.next_page_url as string)).body
    expect([second.current_page, second.from, second.to]).toEqual([2, 3, 4])
    expect((await call('GET', second.prev_page_url as string)).body).toEqual(first)
    const last = (await call('GET', first.last_page_url as string)).body
    expect([last.next_page_url, last.to]).toEqual([null, first.total])
  })

  it('returns an empty page beyond the end', async () => {
    for (const page of ['99', '999999999999']) {
      const { status, body } = await call('GET', at(), { query: { page } })
      expect([status, body.current_page, body.data, body.from, body.to]).toEqual([
        200,
        Number(page),
        [],
        null,
        null,
      ])
    }
  })
})

describe('the lists without pages', () => {
  it.each(['/api/job-types/list', '/api/asset-types/list'])(
    '%s has all records, with a constant number of statements',
    async (path) => {
      const texts = () => statementsOf(company.db, () => call('GET', path))
      const few = (await texts()).length
      for (let made = 0; made < 5; made += 1) {
        await newAssetTypeWithGroup()
        await newJobType(company)
      }
      expect((await texts()).length).toBe(few)
      expect(few).toBeLessThanOrEqual(2)
      const { body } = await call('GET', path)
      expect(body.length).toBeGreaterThan(5)
    },
  )
})

it('omits job types that a new job cannot have', async () => {
  const company = await newPopulatedCompany()
  const active = await newJobType(company)
  const { id } = await newJobType(company, { active: false })
  const { body } = await callAs(company.admin)('GET', '/api/job-types/list')
  const ids = body.map((type: { id: number }) => type.id)
  expect(ids).toContain(active.id)
  expect(ids).not.toContain(id)
})

async function newAssetTypeWithGroup(): Promise<void> {
  const { id } = await newAssetType(company)
  await linkTypes(company, company.zoneType.id, id)
}

it('omits removed records from every list', async () => {
  const company = await newPopulatedCompany()
  const { zone, assetType } = company
  const removedOf = callAs(company.admin)
  const deletedAt = new Date()
  await newAsset(company, { zoneId: zone.id, typeId: assetType.id, deletedAt })
  await newSite(company, { deletedAt })
  await newZoneType(company, { deletedAt })
  await newUser(company, { deletedAt })
  for (const [path, total] of [
    ['/api/assets', 1],
    ['/api/sites', 1],
    ['/api/asset-groups', 1],
    ['/api/users', 2],
  ] as const) {
    expect((await removedOf('GET', path)).body.total, path).toBe(total)
  }
})
