import { describe, expect, it } from 'vitest'
import { createAsset } from '../../src/domain/asset/create-asset.js'
import { createAssetType } from '../../src/domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../src/domain/asset-type/update-asset-type.js'
import { createClient } from '../../src/domain/client/create-client.js'
import { createJobType } from '../../src/domain/job-type/create-job-type.js'
import { createSite } from '../../src/domain/site/create-site.js'
import { createUser } from '../../src/domain/user/create-user.js'
import { createZone } from '../../src/domain/zone/create-zone.js'
import { createZoneType } from '../../src/domain/zone-type/create-zone-type.js'
import {
  customField,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newJob,
  newSite,
  newUser,
  newZone,
  newZoneType,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'

const db = testDatabase()

const finder = (company: TestCompany, list: string) => async (text: string) => {
  const { data, errors } = await graph(company.admin)(
    `query ($text: String) { ${list}(filter: { search: $text }) { totalCount nodes { databaseId } } }`,
    { text },
  )
  expect(errors).toBeUndefined()
  return data[list].nodes.map(({ databaseId }: { databaseId: number }) => databaseId)
}

describe('a search', () => {
  it('finds users by first and last name together', async () => {
    const company = await newCompany(db)
    const { id } = await newUser(company, { firstName: 'Mary Ann', lastName: 'Evans' })
    const find = finder(company, 'users')
    for (const text of ['Mary Ann Evans', 'ann ev', 'n E', 'MARY', 'evans']) {
      expect(await find(text), text).toEqual([id])
    }
    expect(await find('Evans Mary')).toEqual([])
  })

  it('finds sites by the names of their clients', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { legalName: 'Kingfisher plc', tradingName: 'Jay' })
    const { id } = await newSite(company, { name: 'North Quay', clientId: client.id })
    const { id: named } = await newSite(company, { name: 'Kingfisher House' })
    const foreign = await newCompany(db)
    await newSite(foreign, { name: 'Kingfisher', clientId: (await newClient(foreign)).id })
    const find = finder(company, 'sites')
    expect(await find('kingfisher')).toEqual([id, named])
    expect(await find('fisher p')).toEqual([id])
    expect(await find('jay')).toEqual([id])
    expect(await find('ay')).toEqual([id])
    expect(await find('North Q')).toEqual([id])
    expect(await find('South')).toEqual([])
  })

  it('finds jobs by the names of their sites and clients', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { legalName: 'Kingfisher plc', tradingName: 'Jay 17' })
    const { id: siteId } = await newSite(company, { name: 'North Quay', clientId: client.id })
    const { id, number } = await newJob(company, { siteId, reference: 'PO-99' })
    await newJob(company)
    const find = finder(company, 'jobs')
    for (const text of ['kingfisher', 'Jay', '17', 'quay', 'h Q', 'PO-99', '99', 'f']) {
      expect(await find(text), text).toContain(id)
      expect((await find(text)).length, text).toBeLessThan(text === 'f' ? 3 : 2)
    }
    expect(await find(String(number))).toContain(id)
    expect(await find('%')).toEqual([])
    expect(await find('South')).toEqual([])
  })

  it('does not find assets by the value of a removed custom field', async () => {
    const company = await newCompany(db)
    const [kept, removed] = [customField({ label: 'Kept' }), customField({ label: 'Removed' })]
    const type = await newAssetType(company, { customFields: [kept, removed] })
    const metaData = { [kept.fieldId]: 'crimson paint', [removed.fieldId]: 'purple lacquer' }
    const { id } = await newAsset(company, { typeId: type.id, metaData, code: 'A-77' })
    const find = finder(company, 'assets')
    const texts = ['purple lacquer', 'pur', 'le', 'q']
    for (const text of texts) expect(await find(text), text).toEqual([id])
    await updateAssetType(company.admin, { id: type.id, customFields: [kept] })
    for (const text of texts) expect(await find(text), text).toEqual([])
    for (const text of ['crimson', 'cri', 'pa', 'm', 'A-77', '77']) {
      expect(await find(text), text).toEqual([id])
    }
    await updateAssetType(company.admin, { id: type.id, customFields: [kept, removed] })
    for (const text of texts) expect(await find(text), text).toEqual([id])
  })
})

describe('accents', () => {
  const names = ['Müller Straße', 'Ærø Łódź', 'Naïve', 'Ёлка Йод', 'ガス', 'Νέα Ιωνία']
  it.each([
    ['muller strasse', [0]],
    ['MULLER', [0]],
    ['MÜLLER STRASSE', [0]],
    ['ulle', [0]],
    ['ß', [0]],
    ['aero lodz', [1]],
    ['ÆRØ', [1]],
    ['øł', []],
    ['ø Ł', [1]],
    ['odz', [1]],
    ['naive', [2]],
    ['naïvë', [2]],
    ['aï', [2]],
    ['елка', [3]],
    ['ёлка й', [3]],
    // The order of texts has short i as a letter of its own, and voiced kana too.
    ['иод', []],
    ['ガ', [4]],
    ['カ', []],
    ['ΝΕΑ ιωνια', [5]],
    ['ωνί', [5]],
    // Accents that form no letter with the character before them.
    ['q\u0302\u0301\u0302\u0301', []],
    ['\u0301naive', [2]],
  ])('a search for %j finds names with and without them', async (text, found) => {
    const company = (accented ??= await newCompany(db))
    ids ??= await Promise.all(names.map(async (name) => (await newSite(company, { name })).id))
    const all = ids
    expect((await finder(company, 'sites')(text)).sort()).toEqual(found.map((at) => all[at]).sort())
  })
  let accented: TestCompany | undefined
  let ids: number[] | undefined

  it('are ignored in codes, barcodes, custom fields and names of clients', async () => {
    const company = await newCompany(db)
    const field = customField({ label: 'Colour' })
    const type = await newAssetType(company, { customFields: [field] })
    const metaData = { [field.fieldId]: 'Crème brûlée' }
    const { id } = await newAsset(company, { typeId: type.id, metaData, code: 'Prüfgerät-7' })
    const find = finder(company, 'assets')
    for (const text of ['creme brulee', 'bru', 'prufgerat-7', 'rat', 'é', 'ü', 'u']) {
      expect(await find(text), text).toEqual([id])
    }
    const client = await newClient(company, { legalName: 'Société Générale' })
    const site = await newSite(company, { name: 'North Quay', clientId: client.id })
    const job = await newJob(company, { siteId: site.id })
    expect(await finder(company, 'clients')('societe gen')).toEqual([client.id])
    expect(await finder(company, 'sites')('ociété')).toEqual([site.id])
    expect(await finder(company, 'jobs')('GENERALE')).toEqual([job.id])
  })
})

const FORMS = ['NFC', 'NFD'] as const

describe.each(FORMS)('text stored from Unicode form %s', (form) => {
  const cafe = 'Café Noël'.normalize(form)

  it('is found in either form, also in upper case, in every list', async () => {
    const company = await newCompany(db)
    const { admin } = company
    const technicianId = company.users.technician.id
    const client = await createClient(admin, { legalName: cafe })
    const site = await createSite(admin, { clientId: client.id, name: cafe })
    const zoneType = await createZoneType(admin, { name: cafe })
    const zone = await createZone(admin, { siteId: site.id, typeId: zoneType.id, name: cafe })
    const type = await createAssetType(admin, { name: cafe, shortCode: 'CN' })
    const jobType = await createJobType(admin, { name: cafe })
    const user = await createUser(admin, {
      firstName: 'Ada',
      lastName: cafe,
      email: 'ada@example.com',
      password: 'a long password',
      role: 'admin',
    })
    const asset = await createAsset(admin, { zoneId: zone.id, typeId: type.id, code: cafe })
    const job = await newJob(company, { technicianId, siteId: site.id })
    const found = { clients: client, sites: site, zoneTypes: zoneType, zones: zone }
    const expected = { ...found, assetTypes: type, jobTypes: jobType, users: user, assets: asset }
    for (const [list, { id }] of Object.entries({ ...expected, jobs: job })) {
      const find = finder(company, list)
      for (const other of FORMS) {
        for (const text of ['café', 'CAFÉ NOËL', 'oë']) {
          expect(await find(text.normalize(other)), `${list} ${other} ${text}`).toEqual([id])
        }
      }
    }
  })

  it('is one code and one barcode in both forms', async () => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const zone = await newZone(company, { typeId: (await newZoneType(company)).id })
    const type = await newAssetType(company)
    const input = { zoneId: zone.id, typeId: type.id }
    const { id } = await createAsset(company.admin, { ...input, code: cafe, barcode: cafe })
    for (const other of FORMS) {
      const text = cafe.normalize(other)
      const { data } = await graph(company.admin)(
        `query ($text: String!) {
          byCode: asset(by: { code: $text }) { databaseId }
          byBarcode: asset(by: { barcode: $text }) { databaseId }
          assets(filter: { codes: [$text] }) { nodes { databaseId } }
          barcodes(filter: { data: [$text] }) { totalCount } }`,
        { text },
      )
      expect(data).toEqual({
        byCode: { databaseId: id },
        byBarcode: { databaseId: id },
        assets: { nodes: [{ databaseId: id }] },
        barcodes: { totalCount: 1 },
      })
      await expect(
        createAsset(company.admin, { ...input, code: text, barcode: text }),
      ).rejects.toMatchObject({
        errors: [
          { code: 'TAKEN', path: ['barcode'] },
          { code: 'TAKEN', path: ['code'] },
        ],
      })
    }
  })
})
