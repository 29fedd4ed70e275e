import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import {
  customField,
  newAssetType,
  newCompany,
  newJobType,
  newSite,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { scriptsOf } from './script-runs.js'

const db = testDatabase()

async function setUp() {
  const company = await newCompany(db)
  const site = await newSite(company, { name: 'Dover', timezone: 'Europe/London' })
  await newJobType(company, { description: 'Service' })
  const { run, folder } = await scriptsOf(company)
  const path = join(folder, 'jobs.xlsx')
  const importJobs = () => run('import', 'jobs', path)
  const { companyId } = company
  const jobs = () => db.prisma.job.findMany({ where: { companyId } })
  return { company, site, run, folder, path, importJobs, jobs }
}

const COLUMNS = ['site', 'jobType', 'technician', 'scheduledStartLocal', 'scheduledEndLocal']

test('import reads dates, numbers and booleans of an XLSX file', async () => {
  const { company, path, importJobs, jobs } = await setUp()
  const day = (hour: number) => ({
    value: new Date(Date.UTC(2030, 6, 1, hour)),
    format: 'yyyy-mm-dd hh:mm',
  })
  const { email } = company.users.technician
  await writeXlsxFile([
    [...COLUMNS, 'reference', 'requiresSignature', null],
    ['Dover', 'Service', email, day(8), day(11), 4711, true, null],
    [null, null, null, null, null, null, null, null],
  ]).toFile(path)
  const { stdout, stderr } = await importJobs()
  expect(stdout, stderr).toContain('1 rows: 1 created.')
  expect(await jobs()).toMatchObject([
    {
      reference: '4711',
      requiresSignature: true,
      scheduledStart: new Date('2030-07-01T07:00:00Z'),
      scheduledEnd: new Date('2030-07-01T10:00:00Z'),
    },
  ])
})

test('import reads a date of an XLSX file as the value of a custom field', async () => {
  const { company, site, run, folder } = await setUp()
  const { companyId } = company
  await newZone(company, { name: 'Hall', siteId: site.id })
  const installed = customField({ label: 'Installed', kind: 'DATE' })
  await newAssetType(company, { shortCode: 'FE', customFields: [installed] })
  const date = { value: new Date(Date.UTC(2027, 0, 4)), format: 'yyyy-mm-dd' }
  const path = join(folder, 'assets.xlsx')
  await writeXlsxFile([
    ['type', 'zone', 'code', 'custom:Installed'],
    ['FE', 'Hall', 'A-1', date],
  ]).toFile(path)
  const { stdout, stderr } = await run('import', 'assets', path)
  expect(stdout, stderr).toContain('1 rows: 1 created.')
  expect(await db.prisma.asset.findMany({ where: { companyId } })).toMatchObject([
    { metaData: { [installed.fieldId]: '2027-01-04' } },
  ])
  const again = await run('import', 'assets', path, '--journal', `${path}.2`)
  expect(again.stdout).toContain('1 rows: 1 unchanged.')
})

test('import refuses a file that is not an XLSX file, or does not exist', async () => {
  const { path, importJobs } = await setUp()
  expect(await importJobs()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('cannot be read (ENOENT)'),
  })
  await writeFile(path, 'no sheet')
  expect(await importJobs()).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not an XLSX file'),
  })
})
