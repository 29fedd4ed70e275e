import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { describe, expect, test } from 'vitest'
import {
  customField,
  newAsset,
  newAssetType,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUser,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { scriptsOf } from './script-runs.js'

const db = testDatabase()

type Line = Record<string, string>

/** Exports a list, lets `edit` change the lines, and imports them with --update. */
async function setUp(list: 'assets' | 'jobs') {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const site = await newSite(company, { name: 'Dover', timezone: 'Europe/London' })
  const zone = await newZone(company, { name: 'Hall', siteId: site.id })
  const scripts = await scriptsOf(company)
  const exported = join(scripts.folder, 'export.csv')
  const exportLines = async (...options: string[]): Promise<Line[]> => {
    const { status, stderr } = await scripts.run('export', list, '--output', exported, ...options)
    expect([status, stderr]).toEqual([0, expect.any(String)])
    return parse(await readFile(exported, 'utf8'), { columns: true, bom: true })
  }
  let imports = 0
  const importLines = async (lines: readonly Line[], ...args: string[]) => {
    const text = stringify([...lines], { header: true })
    await writeFile(scripts.file, text)
    const journal = `${scripts.file}.${(imports += 1)}.journal`
    const options = ['--only', 'update', '--journal', journal, ...args]
    const { status, stderr } = await scripts.run('import', list, scripts.file, ...options)
    const report = await scripts.report().catch(() => [])
    return { status, stderr, report, outcomes: report.map(({ status = '' }) => status) }
  }
  return { company, site, zone, exportLines, importLines, ...scripts }
}

describe('import assets --only update', () => {
  test('changes what was edited in an exported file, and nothing else', async () => {
    const { company, site, zone, exportLines, importLines } = await setUp('assets')
    await newZone(company, { name: 'Pump Room', siteId: site.id })
    const customFields = [customField({ label: 'Agent' }), customField({ label: 'Size' })]
    const type = await newAssetType(company, { shortCode: 'FE', customFields })
    const [agent, size] = customFields.map(({ fieldId }) => fieldId) as [string, string]
    const make = (code: string) =>
      newAsset(company, {
        code,
        barcode: `B-${code}`,
        zoneId: zone.id,
        typeId: type.id,
        metaData: { [agent]: 'CO2', [size]: '6' },
      })
    for (const code of ['=A-1', 'A-2', 'A-3', 'A-4']) await make(code)
    const lines = await exportLines()
    const before = await db.prisma.asset.findMany({
      where: { companyId: company.companyId },
      orderBy: { id: 'asc' },
    })
    expect((await importLines(lines)).outcomes).toEqual(Array(4).fill('unchanged'))
    const safe = await exportLines('--spreadsheet')
    expect(safe[0]?.['code']).toBe("'=A-1")
    expect((await importLines(safe)).outcomes).toEqual(Array(4).fill('unchanged'))

    const [first, second, third, fourth] = lines as [Line, Line, Line, Line]
    first['zone.name'] = 'Pump Room'
    first['code'] = 'A-10'
    second['riskLevel'] = 'high'
    second['customFieldValues'] = JSON.stringify([{ label: 'Agent', value: 'Foam' }])
    third['barcode.data'] = 'B-30'
    fourth['zone.name'] = 'Cellar'
    const { status, report } = await importLines(lines)
    expect([status, report]).toEqual([
      1,
      [
        expect.objectContaining({ status: 'updated', code: 'A-10' }),
        expect.objectContaining({ status: 'updated', code: 'A-2' }),
        expect.objectContaining({
          status: 'failed',
          errors: expect.stringMatching(/^barcode\.data: /),
        }),
        expect.objectContaining({
          status: 'failed',
          errors: 'zone.name: There is no zone "Dover / Cellar".',
        }),
      ],
    ])
    const [one, two, ...rest] = await exportLines()
    expect(one).toMatchObject({
      code: 'A-10',
      'zone.name': 'Pump Room',
      riskLevel: first['riskLevel'],
    })
    expect(two).toMatchObject({
      riskLevel: 'HIGH',
      'zone.name': 'Hall',
      customFieldValues: JSON.stringify([
        { label: 'Agent', value: 'Foam' },
        { label: 'Size', value: '6' },
      ]),
    })
    expect(rest.map(({ updatedAt }) => updatedAt)).toEqual(
      before.slice(2).map(({ updatedAt }) => updatedAt.toISOString()),
    )
  })

  test('refuses a row whose record was changed since the export', async () => {
    const { company, exportLines, importLines } = await setUp('assets')
    const { id } = await newAsset(company, { code: 'A-1' })
    const lines = await exportLines()
    const { companyId } = company
    await db.prisma.asset.updateMany({ where: { companyId, id }, data: { code: 'A-2' } })
    const { report } = await importLines(lines)
    expect(report).toMatchObject([
      { status: 'failed', errors: expect.stringMatching(/^updatedAt: .*changed/) },
    ])
  })

  test('finds assets by their code, in a file with semicolons or tabs, in UTF-8 or UTF-16', async () => {
    const { company, file, run, report, zone } = await setUp('assets')
    const customFields = [customField({ label: 'Agent', options: ['CO2'] })]
    const type = await newAssetType(company, { customFields })
    for (const code of ['A-1', 'A-2'])
      await newAsset(company, { code, zoneId: zone.id, typeId: type.id })
    const lines = ['code,riskLevel,custom:Agent', 'A-1,low,CO2', 'A-2,,Water', 'A-3,low,', ',low,']
    const text = lines.join('\n')
    const outcomes = async (content: string | Buffer) => {
      await writeFile(file, content)
      await run('import', 'assets', file, '--only', 'update', '--dry-run')
      return (await report()).map(({ status, errors }) => [status, errors])
    }
    const expected = [
      ['valid', ''],
      ['failed', expect.stringMatching(/^custom:Agent: .*CO2/)],
      ['failed', 'code: There is no record "A-3".'],
      ['failed', 'id: A value is missing.'],
    ]
    expect(await outcomes(text)).toEqual(expected)
    expect(await outcomes(text.replaceAll(',', ';'))).toEqual(expected)
    const unicode = Buffer.from(`\uFEFF${text.replaceAll(',', '\t')}`, 'utf16le')
    expect(await outcomes(unicode)).toEqual(expected)
    await writeFile(file, Buffer.from([0x41, 0xff, 0x2c]))
    expect(await run('import', 'assets', file, '--only', 'update')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('neither UTF-8 nor UTF-16'),
    })
  })
})

test('an export without the columns of ids creates the assets in another company', async () => {
  const { company, zone, exportLines } = await setUp('assets')
  const customFields = [customField({ label: 'Agent' })]
  const type = await newAssetType(company, { shortCode: 'FE', customFields })
  await newAsset(company, {
    code: 'A-1',
    barcode: 'B-1',
    zoneId: zone.id,
    typeId: type.id,
    metaData: { [customFields[0]!.fieldId]: 'CO2' },
  })
  const [line] = await exportLines()
  const other = await setUp('assets')
  await newAssetType(other.company, {
    shortCode: 'FE',
    customFields: [customField({ label: 'Agent' })],
  })
  const ids = ['id', 'type.id', 'zone.id', 'site.id']
  const kept = Object.fromEntries(
    Object.entries(line ?? {}).filter(([name]) => !ids.includes(name)),
  )
  await writeFile(other.file, stringify([kept], { header: true }))
  expect((await other.run('import', 'assets', other.file)).stdout).toContain('1 rows: 1 created.')
  expect(await other.exportLines()).toMatchObject([
    {
      code: 'A-1',
      'barcode.data': 'B-1',
      'zone.name': 'Hall',
      customFieldValues: line?.['customFieldValues'],
    },
  ])
})

test('an export without the columns of ids and numbers creates the jobs in another company', async () => {
  const [source, other] = [await setUp('jobs'), await setUp('jobs')]
  const email = `t-${source.company.companyId}@x.example`
  for (const { company } of [source, other]) {
    await newJobType(company, { description: 'Service' })
    await newUser(company, { role: 'technician', email })
  }
  const { company, site } = source
  const { companyId } = company
  const { id: typeId } = await db.prisma.jobType.findFirstOrThrow({
    where: { companyId, description: 'Service' },
  })
  const { id: technicianId } = await db.prisma.user.findFirstOrThrow({
    where: { companyId, email },
  })
  await newJob(company, {
    siteId: site.id,
    typeId,
    technicianId,
    reference: 'R-1',
    allowEarlyClosure: false,
    scheduledStart: new Date('2030-07-01T09:00:00Z'),
    scheduledEnd: new Date('2030-07-01T11:00:00Z'),
  })
  const [line] = await source.exportLines()
  const kept = Object.fromEntries(
    Object.entries(line ?? {}).filter(([name]) => !/^(.*\.)?id$|^number$/.test(name)),
  )
  await writeFile(other.file, stringify([kept], { header: true }))
  const { stdout, stderr } = await other.run('import', 'jobs', other.file)
  expect(stdout, stderr).toContain('1 rows: 1 created.')
  expect(await other.exportLines()).toMatchObject([
    {
      reference: 'R-1',
      allowEarlyClosure: 'false',
      scheduledStartLocal: '2030-07-01T10:00',
      'technician.email': email,
      'site.name': 'Dover',
    },
  ])
})

test('import jobs changes what was edited in an exported file', async () => {
  const { company, site, exportLines, importLines } = await setUp('jobs')
  const type = await newJobType(company, { description: 'Service' })
  const other = await newUser(company, {
    role: 'technician',
    email: `t-${company.companyId}@x.example`,
  })
  for (let number = 1; number <= 3; number += 1) {
    await newJob(company, {
      siteId: site.id,
      typeId: type.id,
      scheduledStart: new Date('2030-07-01T09:00:00Z'),
      scheduledEnd: new Date('2030-07-01T11:00:00Z'),
    })
  }
  const lines = await exportLines()
  expect((await importLines(lines)).outcomes).toEqual(Array(3).fill('unchanged'))
  const [first, second, third] = lines as [Line, Line, Line]
  first['scheduledStartLocal'] = '2030-07-01T09:30'
  first['technician.email'] = other.email
  first['allowEarlyClosure'] = 'no'
  // A file of its own, by number.
  const { outcomes } = await importLines([first, second, third])
  expect(outcomes).toEqual(['updated', 'unchanged', 'unchanged'])
  const { clientId } = site
  const { legalName } = await db.prisma.client.findFirstOrThrow({ where: { id: clientId } })
  const longName = { number: third['number'] ?? '', site: `${legalName} / Dover`, zones: 'Hall' }
  expect((await importLines([longName])).outcomes).toEqual(['updated'])
  expect((await importLines([longName])).outcomes).toEqual(['unchanged'])
  const { zones, ...siteOnly } = longName
  expect((await importLines([{ ...siteOnly, reference: zones }])).outcomes).toEqual(['updated'])
  const byNumber = [{ number: second['number'] ?? '', reference: 'PO-7', requiresSignature: 'yes' }]
  expect((await importLines(byNumber)).outcomes).toEqual(['updated'])
  expect(await exportLines()).toMatchObject([
    {
      scheduledStart: '2030-07-01T08:30:00.000Z',
      'technician.email': other.email,
      allowEarlyClosure: 'false',
    },
    { reference: 'PO-7', requiresSignature: 'true' },
    { 'zones.nodes.name': 'Hall', reference: 'Hall' },
  ])
})
