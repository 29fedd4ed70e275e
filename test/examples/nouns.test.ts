import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { v7 as newUuid } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { IMPORT_NAMES, type ImportName } from '../../examples/scripts/export/list-names.js'
import { columnsOf } from '../../examples/scripts/import/noun-columns.js'
import { NOUNS } from '../../examples/scripts/import/nouns/nouns.js'
import { runMutation } from '../graphql/mutations/run-mutation.js'
import { newAsset, newCompany, newZone, type TestCompany } from '../support/builders.js'
import { checklistSections } from '../support/checklists.js'
import { testDatabase } from '../support/database.js'
import { newPopulatedCompany } from '../support/populated-company.js'
import { scriptsOf, type Scripts } from './script-runs.js'

const db = testDatabase()

type Line = Record<string, string>

/** The ids of the questions of a checklist. */
const QUESTIONS = Array.from({ length: 8 }, () => newUuid())

/** The reference of a job without a technician. */
const UNASSIGNED = 'Not assigned yet'

let company: TestCompany
beforeAll(async () => {
  company = await newPopulatedCompany({ full: true })
  const input = { name: 'Doors', passPercentage: 80, sections: checklistSections(QUESTIONS) }
  const { checklist } = await runMutation(
    company.admin,
    'createChecklist',
    input,
    'checklist { id }',
  )
  const type = await createType(checklist.id)
  const zone = await newZone(company)
  const asset = await newAsset(company, { zoneId: zone.id, typeId: type.id })
  await recordAnswers(asset.uuid)
  await allowUnassignedJobs(company)
  await createUnassignedJob()
})

const allowUnassignedJobs = ({ admin }: TestCompany) =>
  runMutation(admin, 'updateCompany', { allowUnassignedJobs: true }, 'company { id }')

async function createUnassignedJob() {
  const where = { companyId: company.companyId }
  const site = await db.prisma.site.findFirstOrThrow({ where })
  const type = await db.prisma.jobType.findFirstOrThrow({ where })
  const input = {
    ...{ siteId: site.uuid, jobTypeId: type.uuid, reference: UNASSIGNED },
    ...{ scheduledStart: '2030-07-01T09:00:00Z', scheduledEnd: '2030-07-01T11:00:00Z' },
  }
  const { job } = await runMutation(company.admin, 'createJob', input, 'job { assigned }')
  expect(job).toEqual({ assigned: false })
}

async function createType(checklistId: string) {
  const input = { name: 'Checked door', shortCode: 'CHK', checklistId }
  const { assetType } = await runMutation(
    company.admin,
    'createAssetType',
    input,
    'assetType { id }',
  )
  return db.prisma.assetType.findFirstOrThrow({ where: { uuid: assetType.id } })
}

/** Records answers of many forms. */
async function recordAnswers(assetId: string) {
  const [yesNo, choice, multi, number, , date] = QUESTIONS
  const answers = [
    { questionId: yesNo, value: 'YES', note: 'By itself' },
    { questionId: choice, notApplicable: true },
    { questionId: multi, values: [] },
    { questionId: number, value: '2.5', answeredAt: '2026-03-04T10:00:00Z' },
    { questionId: date, value: '2020-02-29' },
  ]
  const input = { assetId, inspectedAt: '2026-03-04T10:05:00Z', answers }
  const { inspection } = await runMutation(
    company.admin,
    'recordInspection',
    input,
    'inspection { answers { value } }',
  )
  expect(inspection.answers.length).toBe(answers.length)
}

async function exported({ run, folder }: Scripts, noun: string, extension = 'csv') {
  const path = join(folder, `${noun}.${extension}`)
  const { status, stderr } = await run('export', noun, '--output', path)
  expect([status, stderr]).toEqual([0, expect.any(String)])
  return path
}

const linesIn = async (path: string): Promise<Line[]> =>
  parse(await readFile(path, 'utf8'), { columns: true })

/** What the first test has exported, by noun. */
const linesOf = new Map<ImportName, Line[]>()

test.each(IMPORT_NAMES)(
  'an export of %s, as CSV and as XLSX, that is imported again changes nothing',
  async (noun) => {
    const scripts = await scriptsOf(company)
    const before = await linesIn(await exported(scripts, noun))
    expect(before.length).toBeGreaterThan(0)
    const files = [join(scripts.folder, `${noun}.csv`), await exported(scripts, noun, 'xlsx')]
    for (const path of files) {
      const { status, stdout, stderr } = await scripts.run('import', noun, path)
      expect([status, stderr]).toEqual([0, expect.any(String)])
      expect(stdout).toContain(`${before.length} rows: ${before.length} unchanged.`)
    }
    expect(await linesIn(await exported(scripts, noun))).toEqual(before)
    linesOf.set(noun, before)
  },
)

/** Each noun after those that its records name. */
const ORDER = [
  'checklists',
  'assetTypes',
  'zoneTypes',
  'jobTypes',
  'clients',
  'users',
  'sites',
  'zones',
  'assets',
  'jobs',
  'inspections',
] as const

/** The values of a line that a record of another company can have: those that are not ids, nor chosen by the service. */
function portable(noun: ImportName, line: Line): Line {
  const { ignored } = columnsOf(NOUNS[noun], undefined)
  const isPortable = (name: string) =>
    !ignored.includes(name) && !/(^|\.)id$|^(updatedAt|number)$/.test(name)
  return Object.fromEntries(Object.entries(line).filter(([name]) => isPortable(name)))
}

/** A new value of a column that no key has. */
const CHANGES: Readonly<Record<Exclude<ImportName, 'jobs' | 'inspections' | 'findings'>, Line>> = {
  checklists: { passPercentage: '70' },
  assetTypes: { inspectionInterval: 'P45D' },
  zoneTypes: { riskLevel: 'LOW' },
  jobTypes: { passPercentage: '55', requireAllAssets: 'true' },
  clients: { tradingName: 'New name' },
  users: { 'profile.position': 'Planner', active: 'true' },
  sites: { 'address.city': 'Hull', failureThreshold: '7' },
  zones: { sizeSquareMetres: '12' },
  assets: { riskLevel: 'CRITICAL' },
}

test('an export without ids creates the records in another company, and then changes them by their keys', async () => {
  const source = await scriptsOf(company)
  const otherCompany = await newCompany(db, { allowExternalBarcodes: true })
  await allowUnassignedJobs(otherCompany)
  const other = await scriptsOf(otherCompany)
  const write = (lines: readonly Line[]) =>
    writeFile(other.file, stringify([...lines], { header: true }))
  for (const noun of ORDER) {
    const lines = linesOf.get(noun) ?? (await linesIn(await exported(source, noun)))
    const wanted = lines.map((line) => portable(noun, line))
    const password = noun === 'users' ? { password: 'the password of a new user' } : {}
    await write(wanted.map((line) => ({ ...line, ...password })))
    const { stdout, stderr } = await other.run(
      'import',
      noun,
      other.file,
      '--journal',
      `${other.folder}/${noun}`,
    )
    expect(stdout, `${noun}: ${stderr}`).toContain(
      `${wanted.length} rows: ${wanted.length} created.`,
    )
    const found = (await linesIn(await exported(other, noun))).map((line) => portable(noun, line))
    expect(found, noun).toEqual(expect.arrayContaining(wanted))
    // An imported job is scheduled; inspections need jobs in progress.
    if (noun === 'jobs')
      await db.prisma.job.updateMany({
        where: { companyId: otherCompany.companyId },
        data: { status: 'in_progress', workingSince: new Date() },
      })
    if (noun === 'jobs' || noun === 'inspections') continue

    const changed = wanted.map((line, index) =>
      index === 0 ? { ...line, ...CHANGES[noun] } : line,
    )
    await write(changed)
    const again = await other.run(
      'import',
      noun,
      other.file,
      '--journal',
      `${other.folder}/${noun}-2`,
    )
    expect(again.stdout, `${noun}: ${again.stderr}`).toMatch(/ rows: .*\b1 updated/)
    expect(again.stdout).not.toMatch(/created|failed/)
    const now = (await linesIn(await exported(other, noun))).map((line) => portable(noun, line))
    expect(now, noun).toEqual(expect.arrayContaining(changed))
  }
})

describe('a job without a technician', () => {
  const exportedJob = async (scripts: Scripts) => {
    const lines = await linesIn(await exported(scripts, 'jobs'))
    return lines.find(({ reference }) => reference === UNASSIGNED) ?? {}
  }

  test('has none in an export, and the placeholder is not among the users', async () => {
    const scripts = await scriptsOf(company)
    expect(await exportedJob(scripts)).toMatchObject({
      ...{ assigned: 'false', 'technician.id': '' },
      ...{ 'technician.fullName': '', 'technician.email': '' },
    })
    const where = { companyId: company.companyId }
    const emails = (await linesIn(await exported(scripts, 'users'))).map(({ email }) => email)
    const users = await db.prisma.user.findMany({ where })
    const people = users.filter(({ placeholder }) => !placeholder)
    expect(people.length).toBe(users.length - 1)
    expect(emails.sort()).toEqual(people.map(({ email }) => email).sort())
  })

  test('is refused in a company that does not allow it', async () => {
    const line = portable('jobs', await exportedJob(await scriptsOf(company)))
    const other = await newPopulatedCompany({ full: true })
    const { name: site } = await db.prisma.site.findFirstOrThrow({
      where: { companyId: other.companyId },
    })
    const { description: type } = await db.prisma.jobType.findFirstOrThrow({
      where: { companyId: other.companyId },
    })
    const scripts = await scriptsOf(other)
    const row = { ...line, 'site.name': site, 'type.name': type }
    await writeFile(scripts.file, stringify([row], { header: true }))
    const { status } = await scripts.run('import', 'jobs', scripts.file)
    const errors = (await scripts.report()).map((each) => each['errors'])
    expect([status, errors]).toEqual([1, ['technician.email: A value is required.']])
  })
})
