import { beforeAll, describe, expect, it } from 'vitest'
import { newAsset, newCompany, newSite } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { statementsOf } from '../support/statements.js'
import { callAs, PAGE, pairOf, send } from './rest.js'
import { requestOf } from './requests.js'
import { specified } from './specification.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

const db = testDatabase()
const lists = specified.filter(({ paged }) => paged)

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

/** The query of a list, without one of its parameters. */
function queryOf(name: string, path: string, without: string): Record<string, string> {
  const { query = {} } = requestOf(name, path, company)
  return Object.fromEntries(Object.entries(query).filter(([parameter]) => parameter !== without))
}

const ARABIC_ONE = '١'
const malformed = ['', 'x', '-1', '+1', '1.5', '1e2', '0x10', ' 1', '1 ', '1,2', 'null', ARABIC_ONE]
const wrong = [
  ...['pageSize', 'pageIndex'].flatMap((parameter) => [
    [parameter, undefined, 'REQUIRED'] as const,
    ...malformed.map((value) => [parameter, value, 'INVALID'] as const),
  ]),
  ['pageSize', '0', 'OUT_OF_RANGE'],
  ['pageSize', '00', 'OUT_OF_RANGE'],
  ['pageSize', '1001', 'OUT_OF_RANGE'],
  ['pageSize', '99999999999999999999', 'OUT_OF_RANGE'],
  ['pageIndex', '2147483648', 'OUT_OF_RANGE'],
  ['pageIndex', '9'.repeat(400), 'OUT_OF_RANGE'],
] as const

describe.each(lists)('$name', ({ name, path }) => {
  it.each(wrong)('reports %s if it is %j', async (parameter, value, code) => {
    const query = {
      ...queryOf(name, path, parameter),
      ...(value !== undefined && { [parameter]: value }),
    }
    const answer = await call('GET', path, { query })
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', errors: [{ field: parameter, code }] },
    })
    expect(answer.body.errors).toHaveLength(1)
  })

  it.each(['pageSize', 'pageIndex'])('reports %s if it is repeated', async (parameter) => {
    const query = new URLSearchParams(queryOf(name, path, parameter))
    const url = `${path}?${query.toString()}&${parameter}=1&${parameter}=1`
    expect(await call('GET', url)).toMatchObject({
      status: 400,
      body: { errors: [{ field: parameter, code: 'INVALID' }] },
    })
  })

  it('reports all errors together', async () => {
    const { body } = await call('GET', path)
    const fields = (body.errors as { field: string }[]).map(({ field }) => field)
    expect(fields).toEqual(expect.arrayContaining(['pageSize', 'pageIndex']))
  })

  it('returns the total on a page beyond the end', async () => {
    const { total } = (await call('GET', path, { query: queryOf(name, path, '') })).body
    for (const pageIndex of ['1000', '2147483647']) {
      const query = { ...queryOf(name, path, ''), pageSize: '1000', pageIndex }
      expect(await call('GET', path, { query })).toMatchObject({
        status: 200,
        body: { data: [], pageIndex: Number(pageIndex), pageSize: 1000, total },
      })
    }
  })
})

describe.each(lists.filter(({ path }) => /jobs|zones$/.test(path)))('$name', ({ path }) => {
  it('requires the id of a site', async () => {
    expect(await call('GET', path, { query: PAGE })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'id', code: 'REQUIRED' }] },
    })
  })

  it('rejects an id that is not a UUID', async () => {
    expect(await call('GET', path, { query: { ...PAGE, id: 'x' } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'id', code: 'INVALID' }] },
    })
  })

  it('responds 404 for a site of another company, and 410 for a removed one', async () => {
    const foreign = await newSite(await newCompany(db))
    const removed = await newSite(company, { deletedAt: new Date() })
    const status = async (id: string) =>
      (await call('GET', path, { query: { ...PAGE, id } })).status
    expect(await status(foreign.uuid)).toBe(404)
    expect(await status(removed.uuid)).toBe(410)
  })

  it('finds the site by its id in upper case', async () => {
    const id = company.site.uuid.toUpperCase()
    const { status, body } = await call('GET', path, { query: { ...PAGE, id } })
    expect([status, body.total]).toEqual([200, 1])
  })

  it('lists only records of the site', async () => {
    const empty = await newSite(company)
    const { body } = await call('GET', path, { query: { ...PAGE, id: empty.uuid } })
    expect(body).toEqual({ data: [], pageIndex: 0, pageSize: 10, total: 0 })
  })
})

it('pages through each record once, in order of creation', async () => {
  const company = await newCompany(db)
  const codes: string[] = []
  for (let index = 0; index < 7; index += 1) codes.push((await newAsset(company)).code)
  const gone = await newAsset(company, { deletedAt: new Date() })
  const pages = []
  for (const pageIndex of ['0', '1', '2', '3']) {
    const query = { pageSize: '3', pageIndex }
    pages.push((await callAs(company.admin)('GET', '/v1/assets', { query })).body)
  }
  expect(pages.map(({ pageIndex, pageSize, total }) => [pageIndex, pageSize, total])).toEqual(
    [0, 1, 2, 3].map((pageIndex) => [pageIndex, 3, 7]),
  )
  expect(pages.map(({ data }) => data.length as number)).toEqual([3, 3, 1, 0])
  const found = pages.flatMap(({ data }) => data as { code: string }[]).map(({ code }) => code)
  expect(found).toEqual(codes)
  expect(found).not.toContain(gone.code)
})

describe('a list of 1,000 rows', () => {
  /** Inserts 1,001 records of every listed type, with values that a distributed database need not compute on the server of a shard. */
  async function fill(filled: PopulatedCompany): Promise<void> {
    const { client, site, zone, zoneType, assetType, jobType } = filled
    const insert = (table: string, columns: string, valuesOf: (number: number) => string) => {
      const rows = Array.from(
        { length: 1001 },
        (_, index) => `(gen_random_uuid(), $1, ${valuesOf(index + 1)})`,
      )
      return db.pool.query(
        `insert into ${table} (uuid, company_id, ${columns}) values ${rows.join()}`,
        [filled.companyId],
      )
    }
    const user = filled.admin.viewer.userId
    await insert('client', 'legal_name, user_id', (n) => `'Client ${n}', ${user}`)
    await insert('site', 'name, client_id, user_id', (n) => `'Site ${n}', ${client.id}, ${user}`)
    await insert('zone_type', 'description', (n) => `'Zone type ${n}'`)
    await insert(
      'zone',
      'name, site_id, type_id, user_id',
      (n) => `'Zone ${n}', ${site.id}, ${zoneType.id}, ${user}`,
    )
    await insert('asset_type', 'name, short_code', (n) => `'Asset type ${n}', 'F${n}'`)
    await insert(
      'asset',
      'code, zone_id, type_id, user_id',
      (n) => `'Filled ${n}', ${zone.id}, ${assetType.id}, ${user}`,
    )
    await insert('job_type', 'description', (n) => `'Job type ${n}'`)
    await insert(
      'job',
      'number, site_id, type_id, technician_id, user_id, scheduled_start, scheduled_end, requires_signature',
      (n) =>
        `${n + 100}, ${site.id}, ${jobType.id}, ${user}, ${user}, now(), now() + interval '1 hour', false`,
    )
    await insert(
      'app_user',
      'first_name, last_name, email, password_hash',
      (n) => `'Robin', 'Person', '${n}@example.com', ''`,
    )
  }

  it('needs as many statements as a list of one', async () => {
    const filled = await newPopulatedCompany()
    await fill(filled)
    const headers = await pairOf(filled.admin)
    const count = async (name: string, path: string, pageSize: string) => {
      const asked = requestOf(name, path, filled)
      let rows = 0
      const sent = await statementsOf(db, async () => {
        const { body } = await send('GET', path, { query: { ...asked.query, pageSize }, headers })
        rows = body.data.length
      })
      return { rows, statements: sent.length }
    }
    // The first request notes that the API key is used, with a statement of its own.
    await send('GET', '/v1/job-types', { query: { pageIndex: '0', pageSize: '1' }, headers })
    for (const { name, path } of lists) {
      const one = await count(name, path, '1')
      const many = await count(name, path, '1000')
      const ofSite = /Jobs|Zones$/.test(name) ? 1 : 0
      expect([name, one.rows, many.rows]).toEqual([name, 1, 1000])
      expect([name, one.statements, many.statements]).toEqual([name, 2 + ofSite, 2 + ofSite])
    }
  })
})
