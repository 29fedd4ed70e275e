import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { newClient, newCompany, newSite } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()

async function setUp() {
  const company = await newCompany(db)
  const client = await newClient(company, { legalName: 'Harbour' })
  const scripts = await scriptsThroughProxy(company)
  const { companyId } = company
  const sites = () => db.prisma.site.findMany({ where: { companyId }, orderBy: { name: 'asc' } })
  const importSites = (...args: string[]) => scripts.run('import', 'sites', ...args)
  return { company, client, sites, importSites, ...scripts }
}

const isCreation = (body: string) => body.includes('createSite') && body.includes('"dryRun":false')

describe('import sites', () => {
  test('creates 200 sites of an XLSX file', async () => {
    const { importSites, sites, folder } = await setUp()
    const path = `${folder}/sites.xlsx`
    const rows = Array.from({ length: 200 }, (_, index) => [
      'Harbour',
      `Site ${String(index).padStart(3, '0')}`,
      index % 2 === 0 ? 5 : null,
      'Europe/London',
      null,
    ])
    const header = ['client', 'name', 'failureThreshold', 'address.timezone', null]
    await writeXlsxFile([header, ...rows]).toFile(path)
    const { status, stdout } = await importSites(path)
    expect([status, stdout]).toEqual([0, expect.stringContaining('200 rows: 200 created.')])
    expect(await sites()).toMatchObject([
      { name: 'Site 000', failureThreshold: 5, timezone: 'Europe/London' },
      ...Array.from({ length: 199 }, () => expect.anything()),
    ])
  })

  test('reads texts as the service stores them, and reads over empty rows', async () => {
    const { company, client, file, folder, importSites, write, sites } = await setUp()
    await newClient(company, { legalName: 'Ch\u00e2teau' })
    await newSite(company, { clientId: client.id, name: 'Caf\u00e9', city: 'Hull' })
    await write(
      '"client ",name,address.city',
      'Cha\u0302teau,Mole,Calais',
      ',,',
      'Harbour,Cafe\u0301,"  "',
      'Harbour,"Caf\u00e9 2 ",Hull',
    )
    const first = await importSites(file)
    expect(first.stdout, first.stderr).toContain('3 rows: 2 created, 1 unchanged.')
    expect(await sites()).toMatchObject([
      { name: 'Caf\u00e9', city: 'Hull' },
      { name: 'Caf\u00e9 2' },
      { name: 'Mole' },
    ])
    const path = `${folder}/sites.xlsx`
    await writeXlsxFile([
      [null, null],
      ['client', 'name'],
      [null, null],
      ['Cha\u0302teau', 'Mole'],
    ]).toFile(path)
    const { stdout, stderr } = await importSites(path)
    expect(stdout, stderr).toContain('1 rows: 1 unchanged.')
  })

  test('reports all mistakes with their lines and columns, and writes nothing with --dry-run', async () => {
    const { company, client, file, importSites, write, report, sites } = await setUp()
    for (const name of ['Twin', 'Twin']) await newSite(company, { clientId: client.id, name })
    await write(
      'client.legalName,name,riskLevel,failureThreshold,address.timezone,manager.email',
      'Harbour,Dover,SEVERE,many,Europe/London,unknown@x.example',
      'Nowhere,Hull,,,,',
      ',Deal,,,Mars/Base,',
      'Harbour,Rye,,,Mars/Base,',
      'Harbour,Twin,,,,',
      'harbour,Rye,,,,',
      'Harbour,,HIGH,,,',
      'Harbour,Ramsgate,high,3,,',
    )
    const { status, stderr } = await importSites(file, '--dry-run')
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`${file}, line 3: client.legalName:`),
    ])
    const errors = (await report()).map(({ line, errors: texts }) => `${line} ${texts}`)
    expect(errors).toEqual([
      '2 riskLevel: "SEVERE" is not one of CRITICAL, HIGH, LOW, MEDIUM. ' +
        'failureThreshold: "many" is not a whole number. ' +
        'manager.email: There is no user "unknown@x.example".',
      '3 client.legalName: There is no client "Nowhere".',
      '4 client.legalName: A value is missing.',
      expect.stringMatching(/^5 address\.timezone: /),
      '6 name: 2 records have this value. Use id.',
      '7 name: Line 5 has the same value.',
      '8 name: A value is missing.',
      '9 ',
    ])
    expect(await sites()).toHaveLength(2)
  })

  test('--only create refuses records that exist, and --only update those that do not', async () => {
    const { company, client, file, importSites, write, report } = await setUp()
    await newSite(company, { clientId: client.id, name: 'Dover' })
    await write('client,name,failureThreshold', 'Harbour,Dover,9', 'Harbour,Hull,9')
    const outcomes = async (only: string) => {
      const { status } = await importSites(file, '--only', only, '--dry-run')
      return [
        status,
        ...(await report()).map(({ status: outcome, errors }) => `${outcome}${errors}`),
      ]
    }
    expect(await outcomes('create')).toEqual([1, 'failedname: The record exists already.', 'valid'])
    expect(await outcomes('update')).toEqual([1, 'valid', 'failedname: There is no record "Hull".'])
  })

  test('restores an earlier value, but not one that another user has changed', async () => {
    const { company, file, importSites, write, sites } = await setUp()
    const importCity = async (city: string) => {
      await write('client,name,address.city', `Harbour,Dover,${city}`)
      return (await importSites(file)).stdout.split('.', 1)[0]
    }
    const cities = async () => (await sites()).map(({ city }) => city)
    expect(await importCity('Hull')).toBe('1 rows: 1 created')
    expect(await importCity('Deal')).toBe('1 rows: 1 updated')
    expect(await importCity('Hull')).toBe('1 rows: 1 updated')
    expect(await cities()).toEqual(['Hull'])
    const { companyId } = company
    await db.prisma.site.updateMany({ where: { companyId }, data: { city: 'Rye' } })
    expect(await importCity('Hull')).toBe('1 rows: 1 updated before')
    expect(await cities()).toEqual(['Rye'])
    expect(await importCity('Deal')).toBe('1 rows: 1 updated')
  })

  test.each([
    ['with the response to the lost batch', false],
    ['after a day, without a question, because the sites have keys', true],
  ])('finds what it has created, also if the row was corrected, %s', async (_, isOld) => {
    const { file, importSites, write, front, journal, counts, sites } = await setUp()
    await write('client,name,address.city', 'Harbour,Dover,Hul', 'Harbour,Rye,')
    let created = 0
    front.handle = async (body, forward) => {
      if (!isCreation(body)) return forward()
      // The first site is created, and the response to both is lost.
      if ((created += 1) === 1) await forward()
      return undefined
    }
    expect((await importSites(file, '--attempts', '1')).status).toBe(1)
    expect(await sites()).toHaveLength(1)
    front.handle = (_body, forward) => forward()
    if (isOld) {
      const text = await readFile(journal, 'utf8')
      await writeFile(journal, text.replace(/"sentAt":"[^"]+"/, '"sentAt":"2020-01-01T00:00:00Z"'))
    }
    await write('client,name,address.city', 'Harbour,Dover,Hull', 'Harbour,Rye,')
    const { status, stderr } = await importSites(file)
    expect([status, stderr]).toEqual([0, expect.any(String)])
    expect(await counts()).toEqual({ updated: 1, [isOld ? 'created' : 'created before']: 1 })
    expect((await sites()).map(({ name, city }) => [name, city])).toEqual([
      ['Dover', 'Hull'],
      ['Rye', null],
    ])
  })

  test('is continued after an interruption, and creates nothing twice', async () => {
    const { file, write, start, run, counts, front, sites } = await setUp()
    await write('client,name', ...Array.from({ length: 60 }, (_, index) => `Harbour,Site ${index}`))
    let created = 0
    const held = new Promise<void>((resolve) => {
      front.handle = async (body, forward) => {
        const answer = await forward()
        if (!isCreation(body) || (created += 1) !== 25) return answer
        resolve()
        return new Promise(() => undefined)
      }
    })
    const interrupted = start('import', 'sites', file, '--batch-size', '20')
    await held
    interrupted.kill('SIGINT')
    await interrupted.exited(130)
    expect(await counts()).toEqual({ created: 20, unknown: 20, 'not sent': 20 })
    front.handle = (_, forward) => forward()
    expect((await run('import', 'sites', file, '--batch-size', '20')).status).toBe(0)
    expect(await counts()).toEqual({ 'created before': 40, created: 20 })
    expect(await sites()).toHaveLength(60)
  })
})
