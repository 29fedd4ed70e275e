import { describe, expect, test } from 'vitest'
import { newCompany, newJobType, newSite, newZone, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { runProcess } from '../support/run-process.js'
import { scriptsThroughProxy } from './script-runs.js'

const db = testDatabase()
const HEADER = 'site,jobType,technician,scheduledStartLocal,scheduledEndLocal'

/** A company with a site of two zones and a job type, the scripts of its admin, and a front of the service. */
async function setUp() {
  const company = await newCompany(db)
  const site = await newSite(company, { name: 'Dover', timezone: 'Europe/London' })
  for (const name of ['Hall', 'Pump Room']) await newZone(company, { name, siteId: site.id })
  await newJobType(company, { description: 'Service' })
  await newJobType(company, { description: 'Retired', active: false })
  const scripts = await scriptsThroughProxy(company)
  const schedule = (...args: string[]) => scripts.run('import', 'jobs', scripts.file, ...args)
  const { email } = company.users.technician
  const row = `Dover,Service,${email},2030-07-01T10:00,2030-07-01T12:00`
  const jobs = () =>
    db.prisma.job.findMany({
      where: { companyId: company.companyId },
      orderBy: { number: 'asc' },
      include: { jobZones: true },
    })
  return { company, schedule, email, row, jobs, ...scripts }
}

describe('import jobs', () => {
  test('creates the jobs of a file, and does not create them again', async () => {
    const { write, schedule, report, row, jobs, email } = await setUp()
    await write(
      `${HEADER},scheduledStart,scheduledEnd,zones,reference,requiresSignature`,
      `${row},,,Hall; pump room,PO-1,yes`,
      `dover,service,${email.toUpperCase()},,,2030-07-02T10:00:00Z,2030-07-02T12:00:00Z,,,`,
      `${row},,,,,`,
    )
    expect(await schedule()).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('3 rows: 3 created.'),
    })
    expect((await report()).map(({ status, number }) => [status, number])).toEqual([
      ['created', '1'],
      ['created', '2'],
      ['created', '3'],
    ])
    const [first, second] = await jobs()
    expect(first).toMatchObject({ reference: 'PO-1', requiresSignature: true })
    expect(first?.jobZones).toHaveLength(2)
    expect(first?.scheduledStart.toISOString()).toBe('2030-07-01T09:00:00.000Z')
    expect(second?.scheduledStart.toISOString()).toBe('2030-07-02T10:00:00.000Z')
    expect((await schedule()).stdout).toContain('3 created before')
    expect(await jobs()).toHaveLength(3)
  })

  test('reports invalid rows, and creates the others', async () => {
    const { write, schedule, report, row, jobs, email, company } = await setUp()
    await write(
      `${HEADER},scheduledStart,zones,requiresSignature`,
      `${row},,,`,
      `Nowhere,Service,${email},2030-07-01T10:00,2030-07-01T12:00,,,`,
      `Dover,Retired,${email},2030-07-01T10:00,2030-07-01T12:00,,,`,
      `Dover,Service,${company.users.admin.email},2030-07-01T10:00,2030-07-01T12:00,,,`,
      `Dover,Service,${email},2030-07-01T10:00,2030-07-01T09:00,,,`,
      `Dover,Service,${email},,2030-07-01T12:00,tomorrow,,`,
      `${row},,Cellar,`,
      `${row},,,perhaps`,
      `${row},,,no`,
    )
    expect((await schedule()).status).toBe(1)
    expect((await report()).map(({ line, errors }) => `${line} ${errors}`)).toEqual([
      '2 ',
      '3 site: There is no site "Nowhere".',
      '4 jobType: There is no active job type "Retired".',
      expect.stringContaining('5 technician: There is no active technician'),
      expect.stringMatching(/^6 scheduledEndLocal: /),
      expect.stringMatching(/^7 scheduledStart: .*tomorrow/),
      expect.stringMatching(/^8 zones: There is no zone ".* \/ Cellar"\./),
      '9 requiresSignature: Write yes or no.',
      '10 ',
    ])
    expect(await jobs()).toHaveLength(2)
  })

  test('checks all rows with --dry-run, and writes nothing', async () => {
    const { write, schedule, counts, row, jobs } = await setUp()
    await write(HEADER, row, row, row.replace('Service', 'Retired'))
    expect((await schedule('--dry-run')).status).toBe(1)
    expect(await counts()).toEqual({ valid: 2, failed: 1 })
    expect(await jobs()).toEqual([])
  })

  test('stops at the first row if the user may not create jobs', async () => {
    const { write, file, run, counts, row, jobs, email } = await setUp()
    await write(HEADER, row, row)
    const { status, stderr } = await run('import', 'jobs', file, '--username', email)
    expect([status, stderr]).toEqual([2, expect.stringMatching(/not allow/)])
    expect(await counts()).toEqual({ 'not sent': 2 })
    expect((await run('import', 'jobs', file)).status).toBe(0)
    expect(await jobs()).toHaveLength(2)
  })

  test('stops at Ctrl-C, and is continued by the same command', async () => {
    const { write, file, start, schedule, counts, front, row, jobs } = await setUp()
    await write(HEADER, ...Array.from({ length: 30 }, () => row))
    let created = 0
    const held = new Promise<void>((resolve) => {
      front.handle = async (body, forward) => {
        const answer = await forward()
        const isCreation = body.includes('createJobs') && body.includes('"dryRun":false')
        if (!isCreation || (created += 1) !== 11) return answer
        resolve()
        return new Promise(() => undefined)
      }
    })
    const interrupted = start('import', 'jobs', file, '--batch-size', '1')
    await held
    interrupted.kill('SIGINT')
    await interrupted.exited(130)
    expect(await counts()).toEqual({ created: 10, unknown: 1, 'not sent': 19 })
    front.handle = (_, forward) => forward()
    expect((await schedule()).status).toBe(0)
    expect(await counts()).toEqual({ 'created before': 11, created: 19 })
    expect(await jobs()).toHaveLength(30)
  })
})

test('the password may come from the standard input', async () => {
  const { write, file, env, row, jobs } = await setUp()
  await write(HEADER, row)
  const without = { ...env, FIELD_INSPECTION_PASSWORD: '' }
  const args = ['import', 'jobs', file]
  const { status } = await runProcess('examples/scripts/fis.ts', without, args, `${PASSWORD}\n`)
  expect(status).toBe(0)
  expect(await jobs()).toHaveLength(1)
})
