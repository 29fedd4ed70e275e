import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newCompany,
  newFinding,
  newInspection,
  newJob,
  newJobType,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const db = testDatabase()

/** One record of each noun, with its key besides UUID and integer id. */
async function records(company: TestCompany) {
  const { prisma } = company.db
  const type = await newAssetType(company, { shortCode: 'PUMP' })
  const asset = await newAsset(company, { typeId: type.id, code: 'A-1', barcode: 'same' })
  const barcode = await prisma.barcode.findFirstOrThrow({ where: { assetId: asset.id } })
  const zone = await prisma.zone.findFirstOrThrow({ where: { id: asset.zoneId } })
  const site = await prisma.site.findFirstOrThrow({ where: { id: zone.siteId } })
  const user = await prisma.user.findFirstOrThrow({ where: { id: company.admin.viewer.userId } })
  const job = await newJob(company, { siteId: site.id })
  return [
    ['asset', asset, '{ code: "A-1" }'],
    ['asset', asset, '{ barcode: " same " }'],
    ['assetType', type, '{ shortCode: "PUMP" }'],
    ['barcode', barcode, '{ data: "same" }'],
    ['job', job, `{ number: ${job.number} }`],
    ['user', user, `{ email: "${user.email.toUpperCase()}" }`],
    ['client', await prisma.client.findFirstOrThrow({ where: { id: site.clientId } })],
    ['site', site],
    ['zone', zone],
    ['zoneType', await prisma.zoneType.findFirstOrThrow({ where: { id: zone.typeId } })],
    ['jobType', await newJobType(company)],
    ['finding', await newFinding(company, { assetId: asset.id })],
    ['inspection', await newInspection(company, { assetId: asset.id })],
  ] as const
}

describe('a record', () => {
  it('is found by UUID, integer id and its own key, only in its company', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    for (const [noun, { id, uuid }, key] of await records(company)) {
      const keys = [`id: "${uuid}"`, `by: { databaseId: ${id} }`]
      if (key) keys.push(`by: ${key}`)
      for (const argument of keys) {
        const query = `{ ${noun}(${argument}) { id databaseId } }`
        const mine = await graph(company.technician)(query)
        expect(mine.data, query).toEqual({ [noun]: { id: uuid, databaseId: id } })
        expect((await graph(other.admin)(query)).data, query).toEqual({ [noun]: null })
      }
    }
  })

  it('of all companies is found too: a risk', async () => {
    const { admin } = await newCompany(db)
    const { data } = await graph(admin)('{ risk(by: { level: HIGH }) { value } }')
    expect(data).toEqual({ risk: { value: 2 } })
  })

  it('is found by a key in a variable', async () => {
    const company = await newCompany(db)
    const asset = await newAsset(company, { code: 'A-1' })
    const query = 'query ($by: AssetKey!) { asset(by: $by) { id } }'
    for (const by of [{ code: 'A-1' }, { databaseId: asset.id }]) {
      expect((await graph(company.admin)(query, { by })).data.asset).toEqual({ id: asset.uuid })
    }
    expect((await graph(company.admin)(query, { by: { code: 'a-1' } })).data.asset).toBeNull()
  })

  it.each([
    ['site'],
    ['site(id: null)'],
    ['site(id: "00000000-0000-7000-8000-000000000000", by: { databaseId: 1 })'],
    ['site(by: {})'],
    ['site(by: { databaseId: null })'],
    ['asset(by: { databaseId: 1, code: "A-1" })'],
  ])('is not found by anything but one key: %s', async (field) => {
    const { admin } = await newCompany(db)
    const { errors = [], status } = await graph(admin)(`{ ${field} { id } }`)
    expect(status).not.toBe(500)
    const codes = errors.map(({ extensions }) => extensions['code'] as string)
    expect(['BAD_USER_INPUT', 'GRAPHQL_VALIDATION_FAILED']).toContain(codes[0])
  })
})

describe('a filter', () => {
  it('takes UUIDs, integer ids and keys of records', async () => {
    const company = await newCompany(db)
    const asset = await newAsset(company, { code: 'A-1', barcode: 'same' })
    await newAsset(company, { code: 'A-2' })
    const { siteId } = await db.prisma.zone.findFirstOrThrow({ where: { id: asset.zoneId } })
    const foreign = await newAsset(await newCompany(db))
    for (const filter of [
      `ids: ["${asset.uuid}"]`,
      `ids: [${asset.id}, ${foreign.id}, "99999999999", "x"]`,
      `zoneIds: ["${asset.zoneId}"]`,
      `siteIds: [${siteId}]`,
      'barcodes: ["same"]',
    ]) {
      const query = `{ assets(filter: { ${filter} }) { totalCount nodes { id } } }`
      const { data } = await graph(company.admin)(query)
      expect(data.assets, filter).toEqual({ totalCount: 1, nodes: [{ id: asset.uuid }] })
    }
  })

  it('finds jobs by number, users by email, types by short code and barcodes by text', async () => {
    const company = await newCompany(db)
    const found = await records(company)
    const one = (noun: string) => [{ id: found.find(([name]) => name === noun)?.[1].uuid }]
    const user = await db.prisma.user.findFirstOrThrow({
      where: { id: company.admin.viewer.userId },
    })
    const { data } = await graph(company.admin)(`{
      jobs(filter: { numbers: [1, 77] }) { nodes { id } }
      users(filter: { emails: ["${user.email.toUpperCase()}"] }) { nodes { id } }
      assetTypes(filter: { shortCodes: ["PUMP"] }) { nodes { id } }
      barcodes(filter: { data: ["same"] }) { nodes { id } } }`)
    expect(data).toEqual({
      jobs: { nodes: one('job') },
      users: { nodes: one('user') },
      assetTypes: { nodes: one('assetType') },
      barcodes: { nodes: one('barcode') },
    })
  })
})
