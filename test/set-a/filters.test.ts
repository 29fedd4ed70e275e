import { beforeAll, describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newSite,
  newUser,
  newZone,
  newZoneType,
} from '../support/builders.js'
import { poolOf, sentBy } from '../support/statements.js'
import { callAs } from './rest.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

let company: PopulatedCompany
let call: ReturnType<typeof callAs>
let codesFor: (query: Record<string, string>) => Promise<string[]>

const DAY = 86_400_000
const LONG = 'Very '.repeat(20) + 'long'

beforeAll(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
  const site = await newSite(company)
  const zone = await newZone(company, { siteId: site.id })
  const checklist = await newChecklist(company)
  const type = await newAssetType(company, { checklistId: checklist.id })
  const base = { zoneId: company.zone.id, typeId: company.assetType.id }
  await company.db.prisma.asset.updateMany({
    where: { id: company.asset.id },
    data: { code: 'plain' },
  })
  const yesterday = new Date(Date.now() - DAY)
  await newAsset(company, { ...base, code: 'defective', defective: true, riskId: 1 })
  await newAsset(company, { ...base, code: 'overdue', nextInspection: yesterday, riskId: 2 })
  const decommissionedAt = new Date()
  await newAsset(company, { ...base, code: 'gone', nextInspection: yesterday, decommissionedAt })
  await newAsset(company, { typeId: type.id, zoneId: zone.id, code: 'elsewhere' })
  const metaData = { [company.field.fieldId]: `Deep Blue 50%_off 🧯🧯🧯🧯🧯 ${LONG}` }
  await newAsset(company, { ...base, code: 'with-value', metaData, barcode: 'SCAN-007' })
  await newAsset(company, {
    ...base,
    code: 'old',
    createdAt: new Date('2020-02-29T23:59:59.999Z'),
    lastInspection: new Date('2021-03-01T00:00:00Z'),
  })
  codesFor = async (query) => {
    const { status, body } = await call('GET', '/api/assets', {
      query: { ...query, per_page: '50' },
    })
    expect([status, body]).toEqual([200, body])
    return body.data.map(({ code }: { code: string }) => code)
  }
  elsewhere = { siteId: site.id, typeId: type.id, checklistId: checklist.id }
})

let elsewhere: { siteId: number; typeId: number; checklistId: number }
const all = ['plain', 'defective', 'overdue', 'gone', 'elsewhere', 'with-value', 'old']
const without = (...codes: string[]) => all.filter((code) => !codes.includes(code))

describe('search among assets', () => {
  it.each([
    ['WITH-VAL', ['with-value']],
    ['  deep blue ', ['with-value']],
    ['scan-0', ['with-value']],
    ['LUE 5', ['with-value']],
    ['lue 50%_', ['with-value']],
    ['lue  50', []],
    ['blue\n50', []],
    ['elsew', ['elsewhere']],
    ['elsewheres', []],
    ['old\n', ['old']],
    ['with-value\nDEEP', []],
    ['deep_blue', []],
    [LONG, ['with-value']],
    [`${LONG}er`, []],
    ['🧯🧯🧯', ['with-value']],
    ['🧯🧯🧯🧯🧯', ['with-value']],
    ['🧯🧯🧯🧯🧯🧯', []],
    ['deep blue%', []],
    ['deep\\ blue', []],
    ['50%_o', ['with-value']],
    ['d%e', []],
    ['_lain', []],
    ['\\', []],
    ['', all],
    ['   ', all],
  ])('%j finds %j', async (search, codes) => {
    expect(await codesFor({ search })).toEqual(codes)
  })

  it.each(['de', 'def', 'nowhere', ''])(
    'returns the total for %j on every page, also beyond the last',
    async (search) => {
      const codes = await codesFor({ search })
      for (const page of [1, 2, 3, 4, 5, 999_999_999]) {
        const query = { search, per_page: '2', page: String(page) }
        const { body } = await call('GET', '/api/assets', { query })
        const found = body.data.map(({ code }: { code: string }) => code)
        expect(found).toEqual(codes.slice(2 * page - 2, 2 * page))
        expect(body.total).toBe(codes.length)
      }
    },
  )

  it('does not search ids of custom fields', async () => {
    expect(await codesFor({ search: company.field.fieldId })).toEqual([])
  })

  it.each([
    ['sca', 'key_idx'],
    ['scan', 'key_idx'],
    ['scan-', 'key_grams_idx'],
    ['scan-007', 'key_grams_idx'],
  ])('finds %j through an index of each of the two tables', async (search, index) => {
    const { pool } = company.db
    const companyId = await newLargeCompany()
    const sent = await sentBy(poolOf(company.db), () =>
      call('GET', '/api/assets', { query: { search } }),
    )
    const { text, values = [] } = sent.find((each) => each.text.includes('search_text')) ?? {}
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text ?? ''}`, [
      companyId,
      ...values.slice(1),
    ])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toContain(`asset_${index}`)
    expect(plan).toContain(`barcode_${index}`)
  })
})

/** A company with 10,000 assets, analyzed for the planner. */
async function newLargeCompany(): Promise<number> {
  const { admin, db, companyId, zone, assetType } = await newPopulatedCompany()
  const { pool } = db
  await pool.query(
    `with made as (
       insert into asset (uuid, company_id, code, zone_id, type_id, user_id)
       select gen_random_uuid(), $1, 'CROWD-' || n, $2, $3, $4 from generate_series(1, 10000) n
       returning id, code
     )
     insert into barcode (uuid, company_id, asset_id, data)
     select gen_random_uuid(), $1, id, 'X' || code from made`,
    [companyId, zone.id, assetType.id, admin.viewer.userId],
  )
  await pool.query('vacuum analyze asset')
  await pool.query('vacuum analyze barcode')
  return companyId
}

describe('the filters of assets', () => {
  const cases: [string, () => Record<string, string>, string[]][] = [
    ['asset_type_id', () => ({ asset_type_id: String(elsewhere.typeId) }), ['elsewhere']],
    ['defective=true', () => ({ defective: 'true' }), ['defective']],
    ['defective=1', () => ({ defective: '1' }), ['defective']],
    ['defective=false', () => ({ defective: 'false' }), without('defective')],
    ['overdue=true', () => ({ overdue: 'true' }), ['overdue']],
    ['overdue=0', () => ({ overdue: '0' }), without('overdue')],
    ['site', () => ({ site: String(elsewhere.siteId) }), ['elsewhere']],
    ['risk', () => ({ risk: '2' }), ['overdue']],
    ['checklist', () => ({ checklist: String(elsewhere.checklistId) }), ['elsewhere']],
    ['a day', () => ({ created_at: '2020-02-29' }), ['old']],
    ['the day after', () => ({ created_at: '2020-03-01' }), []],
    ['a range', () => ({ created_at: '2020-01-01 to 2020-02-29' }), ['old']],
    ['the first moment of a day', () => ({ last_inspection: '2021-03-01' }), ['old']],
    ['a range of one day', () => ({ last_inspection: '2021-03-01 to 2021-03-01' }), ['old']],
    ['several', () => ({ defective: 'false', risk: '2', overdue: 'true' }), ['overdue']],
    ['several that exclude each other', () => ({ defective: 'true', risk: '2' }), []],
    ['blank ones', () => ({ defective: '', site: ' ', created_at: '', risk: '' }), all],
    ['an unknown id', () => ({ site: '2147483647' }), []],
    ['an id too large for one', () => ({ asset_type_id: '99999999999999999999' }), []],
    ['a negative id', () => ({ checklist: '-1' }), []],
  ]

  it.each(cases)('%s', async (_, query, codes) => {
    expect(await codesFor(query())).toEqual(codes)
  })

  it.each([
    ['asset_type_id', 'x', 'The asset type id field must be an integer.'],
    ['site', '1.5', 'The site field must be an integer.'],
    ['risk', 'High', 'The risk field must be an integer.'],
    ['checklist', '1 2', 'The checklist field must be an integer.'],
    ['defective', 'yes', 'The defective field must be true or false.'],
    ['overdue', '2', 'The overdue field must be true or false.'],
    ['created_at', '2021-02-29', FORMAT('created at')],
    ['created_at', '2021-02-01 to', FORMAT('created at')],
    ['last_inspection', '01/02/2021', FORMAT('last inspection')],
    [
      'last_inspection',
      '2021-02-02 to 2021-02-01',
      'The last inspection field must not end before it begins.',
    ],
    ['search', '\0', 'The search field format is invalid.'],
    ['search', 'x'.repeat(256), 'The search field must not be greater than 255 characters.'],
  ])('%s=%j is rejected', async (name, value, message) => {
    const { status, body } = await call('GET', '/api/assets', { query: { [name]: value } })
    expect([status, body]).toEqual([400, { message, errors: { [name]: [message] } }])
  })

  it.each([
    ['defective[]=1', 'defective', 'The defective field must be true or false.'],
    ['search[]=x', 'search', 'The search field must be a string.'],
    ['risk[a]=1', 'risk', 'The risk field must be an integer.'],
    ['created_at[]=2021-02-01', 'created_at', 'The created at field must be a string.'],
  ])('%s is rejected as an array parameter', async (query, name, message) => {
    const { status, body } = await call('GET', `/api/assets?${query}`)
    expect([status, body]).toEqual([400, { message, errors: { [name]: [message] } }])
  })

  it('uses the last of repeated parameters, and ignores unknown ones', async () => {
    const { body } = await call('GET', '/api/assets?defective=false&x[]=1&risk=2&risk=1')
    expect(body.data).toEqual([])
    const again = await call('GET', '/api/assets?risk=2&risk=1&__proto__=x&constructor=y')
    expect(again.body.data.map(({ code }: { code: string }) => code)).toEqual(['defective'])
  })
})

function FORMAT(attribute: string) {
  return `The ${attribute} field must match the format Y-m-d or Y-m-d to Y-m-d.`
}

describe('the other searches', () => {
  it('finds asset groups by description', async () => {
    await newZoneType(company, { description: 'Plant Room' })
    const { body } = await call('GET', '/api/asset-groups', { query: { search: 'nt ro' } })
    expect(body.data.map(({ description }: { description: string }) => description)).toEqual([
      'Plant Room',
    ])
  })

  it('finds sites by name', async () => {
    await newSite(company, { name: 'Leith Docks' })
    const { body } = await call('GET', '/api/sites', { query: { search: 'DOCK' } })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Leith Docks'])
  })

  it('finds sites by their own names only, not by those of their clients', async () => {
    const { id: clientId } = await newClient(company, { legalName: 'Leith Holdings plc' })
    await newSite(company, { name: 'Granton', clientId })
    const { body } = await call('GET', '/api/sites', { query: { search: 'holdings' } })
    expect(body.data).toEqual([])
  })

  it('finds the zones of one site by name', async () => {
    await newZone(company, { siteId: company.site.id, name: 'Boiler house' })
    await newZone(company, { name: 'Boiler house of another site' })
    const { body } = await call('GET', `/api/site/${company.site.id}/zones`, {
      query: { search: 'boiler' },
    })
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Boiler house'])
  })

  it.each(['zora', 'QUILL', 'zq@', 'zora quill', '@EXAMPLE.ORG'])(
    'finds users by name, last name or email: %s',
    async (search) => {
      const company = await newPopulatedCompany()
      await newUser(company, { firstName: 'Zora', lastName: 'Quill', email: 'zq@example.org' })
      const { body } = await callAs(company.admin)('GET', '/api/users', { query: { search } })
      expect(body.data.map(({ full_name }: { full_name: string }) => full_name)).toEqual([
        'Zora Quill',
      ])
    },
  )

  it.each([
    ['admin', 1],
    ['technician', 1],
  ])('lists users of the role %s', async (role, total) => {
    const company = await newPopulatedCompany()
    const { body } = await callAs(company.admin)('GET', '/api/users', { query: { role } })
    expect(body.total).toBe(total)
  })

  it.each(['owner', 'Admin', '1'])('rejects the role %s', async (role) => {
    const { status, body } = await call('GET', '/api/users', { query: { role } })
    expect([status, body.message]).toEqual([400, 'The selected role is invalid.'])
  })
})
