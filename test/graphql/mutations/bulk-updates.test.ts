import { v7 as newUuid } from 'uuid'
import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newAssetType,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newZone,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { statementsOf } from '../../support/statements.js'
import { errorCodesOf, runMutation, send } from './run-mutation.js'

const db = testDatabase()
const COUNTS = [1, 10, 250]

/** The ids of new assets in one zone. */
async function assetIds(company: TestCompany, count: number): Promise<string[]> {
  const { companyId, admin } = company
  const [zoneId, typeId] = [(await newZone(company)).id, (await newAssetType(company)).id]
  const assets = await db.prisma.asset.createManyAndReturn({
    data: Array.from({ length: count }, () => ({
      ...{ uuid: newUuid(), companyId, zoneId, typeId, userId: admin.viewer.userId },
      code: newUuid(),
    })),
    select: { uuid: true },
  })
  return assets.map(({ uuid }) => uuid)
}

/** The ids of new jobs at one site. */
async function jobIds(company: TestCompany, count: number): Promise<string[]> {
  const { siteId, typeId, technicianId, number, ...job } = await newJob(company)
  const { companyId, userId, scheduledStart, scheduledEnd, requiresSignature } = job
  const jobs = await db.prisma.job.createManyAndReturn({
    data: Array.from({ length: count }, (_each, index) => ({
      ...{ companyId, siteId, typeId, technicianId, userId },
      ...{ scheduledStart, scheduledEnd, requiresSignature },
      uuid: newUuid(),
      number: number * 1000 + index,
    })),
    select: { uuid: true },
  })
  return jobs.map(({ uuid }) => uuid)
}

const codesIn = ({ userErrors }: { userErrors: { code: string; field: string[] }[] }) =>
  userErrors.map(({ code, field }) => `${code} ${field.join('.')}`)

describe.each([
  ['updateAssets', 'assets', assetIds, (text: string) => ({ code: `Code ${text}` })],
  ['updateJobs', 'jobs', jobIds, (text: string) => ({ reference: `Reference ${text}` })],
] as const)('%s', (name, field, newIds, changeTo) => {
  const selection = `${field} { id ${name === 'updateAssets' ? 'code' : 'reference'} updatedAt }`

  it('sends the same number of statements for 1, 10 and 250 rows', async () => {
    const company = await newCompany(db)
    const counts: number[] = []
    for (const count of [1, ...COUNTS]) {
      const rows = (await newIds(company, count)).map((id) => ({ id, ...changeTo(id) }))
      const texts = await statementsOf(db, () => runMutation(company.admin, name, { rows }))
      counts.push(texts.length)
    }
    expect(new Set(counts.slice(1)).size).toBe(1)
  })

  it('rejects a second row with the same record, unless the first is skipped', async () => {
    const company = await newCompany(db)
    const [id] = await newIds(company, 1)
    const rows = [
      { id, ...changeTo('a') },
      { id: id?.toUpperCase(), ...changeTo('b') },
    ]
    expect(await errorCodesOf(company.admin, name, { rows })).toEqual(['INVALID rows.1.id'])
    const stale = { ...rows[0], expectedUpdatedAt: '2020-01-01T00:00:00.000Z' }
    const input = { rows: [stale, rows[1]], onError: 'SKIP_FAILED' }
    const { data } = await send(company.admin, name, input, selection)
    expect(codesIn(data[name])).toEqual(['STALE rows.0.expectedUpdatedAt'])
    expect(data[name][field]).toEqual([null, expect.objectContaining(changeTo('b'))])
  })

  it('rejects only the rows whose record has changed since it was read', async () => {
    const company = await newCompany(db)
    const ids = await newIds(company, 3)
    const first = await runMutation(
      company.admin,
      name,
      { rows: ids.map((id) => ({ id, ...changeTo(`1 ${id}`) })) },
      selection,
    )
    const read = first[field] as { id: string; updatedAt: string }[]
    await runMutation(company.admin, name, { rows: [{ id: ids[1], ...changeTo('other') }] })
    const rows = read.map(({ id, updatedAt }) => ({
      ...{ id, expectedUpdatedAt: updatedAt },
      ...changeTo(`2 ${id}`),
    }))
    const stale = ['STALE rows.1.expectedUpdatedAt']
    expect(await errorCodesOf(company.admin, name, { rows })).toEqual(stale)
    const { data } = await send(company.admin, name, { rows, onError: 'SKIP_FAILED' }, selection)
    expect(codesIn(data[name])).toEqual(stale)
    expect(data[name][field].map((each: unknown) => each !== null)).toEqual([true, false, true])
  })

  it('writes once for several requests with the same idempotency key', async () => {
    const company = await newCompany(db)
    const [id] = await newIds(company, 1)
    const input = { rows: [{ id, ...changeTo('a') }], idempotencyKey: newUuid() }
    const first = await runMutation(company.admin, name, input, selection)
    await runMutation(company.admin, name, { rows: [{ id, ...changeTo('b') }] })
    expect(await runMutation(company.admin, name, input, selection)).toEqual(first)
    const { data } = await send(company.admin, name, { rows: [{ id }] }, selection)
    expect(data[name][field]).toEqual([expect.objectContaining(changeTo('b'))])
  })

  it('does not deadlock with another call whose rows are in the opposite order', async () => {
    const company = await newCompany(db)
    const ids = await newIds(company, 50)
    for (let round = 0; round < 5; round += 1) {
      const rows = ids.map((id) => ({ id, ...changeTo(`${round} ${id}`) }))
      await Promise.all(
        [rows, rows.toReversed(), rows, rows.toReversed()].map((each) =>
          runMutation(company.admin, name, { rows: each }),
        ),
      )
    }
  })
})

describe('updateAssets', () => {
  it('rejects codes that other assets have, and those of earlier rows', async () => {
    const company = await newCompany(db)
    const [a, b] = [await newAsset(company), await newAsset(company)]
    const swapped = [
      { id: a.uuid, code: b.code },
      { id: b.uuid, code: a.code },
    ]
    expect(await errorCodesOf(company.admin, 'updateAssets', { rows: swapped })).toEqual([
      'TAKEN rows.0.code',
      'TAKEN rows.1.code',
    ])
    const equal = [
      { id: a.uuid, code: 'A-1' },
      { id: b.uuid, code: ' A-1 ' },
    ]
    expect(await errorCodesOf(company.admin, 'updateAssets', { rows: equal })).toEqual([
      'TAKEN rows.1.code',
    ])
  })

  it.each([
    ['without an idempotency key', () => ({})],
    ['with an idempotency key', () => ({ idempotencyKey: newUuid() })],
  ])(
    'gives codes to one of two calls with the same codes in opposite order, %s',
    async (_, key) => {
      const company = await newCompany(db)
      for (let round = 0; round < 5; round += 1) {
        const ids = await assetIds(company, 40)
        const codes = ids.slice(0, 20).map((id) => `Code ${id}`)
        const rowsFor = (half: string[], given: string[]) =>
          half.map((id, index) => ({ id, code: given[index] }))
        const inputs = [
          { rows: rowsFor(ids.slice(0, 20), codes), ...key() },
          { rows: rowsFor(ids.slice(20), codes.toReversed()), ...key() },
        ]
        const answers = await Promise.all(
          inputs.map((input) => send(company.admin, 'updateAssets', input)),
        )
        expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
        const payloads = answers.map(({ data }) => data['updateAssets'])
        expect(payloads.filter(({ assets }) => assets !== null)).toHaveLength(1)
        const refused = payloads.find(({ assets }) => assets === null)
        expect(codesIn(refused)).toEqual(codes.map((_code, index) => `TAKEN rows.${index}.code`))
      }
    },
  )
})

it('createAssets gives codes to one of two calls with the same codes in opposite order', async () => {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const zoneId = (await newZone(company)).uuid
  const typeId = (await newAssetType(company)).uuid
  for (const key of [() => ({}), () => ({ idempotencyKey: newUuid() })]) {
    const rows = Array.from({ length: 20 }, () => ({
      ...{ zoneId, typeId },
      code: newUuid(),
      barcode: newUuid(),
    }))
    const answers = await Promise.all(
      [rows, rows.toReversed()].map((each) =>
        send(company.admin, 'createAssets', { rows: each, ...key() }),
      ),
    )
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    const written = answers.filter(({ data }) => data['createAssets'].assets !== null)
    expect(written).toHaveLength(1)
  }
})

describe('createJobs', () => {
  const times = { scheduledStart: '2030-01-07T09:00:00Z', scheduledEnd: '2030-01-07T11:00:00Z' }

  async function jobRow(company: TestCompany) {
    return {
      siteId: (await newSite(company)).uuid,
      jobTypeId: (await newJobType(company)).uuid,
      technicianId: company.users.technician.uuid,
      ...times,
    }
  }

  const numbersOf = async (company: TestCompany, input: object): Promise<number[]> => {
    const { jobs } = await runMutation(company.admin, 'createJobs', input, 'jobs { number }')
    return jobs.map(({ number }: { number: number }) => number)
  }

  it('numbers 250 jobs in the order of the rows, with the same statements as for one', async () => {
    const company = await newCompany(db)
    const row = await jobRow(company)
    const rowsFor = (count: number) => Array.from({ length: count }, () => row)
    await numbersOf(company, { rows: rowsFor(1) })
    const counts: number[] = []
    for (const count of COUNTS) {
      const texts = await statementsOf(db, () => numbersOf(company, { rows: rowsFor(count) }))
      counts.push(texts.length)
    }
    expect(new Set(counts).size).toBe(1)
    const expected = Array.from({ length: 250 }, (_, index) => index + 263)
    expect(await numbersOf(company, { rows: rowsFor(250) })).toEqual(expected)
  })

  it('numbers the jobs of ten concurrent calls without gaps', async () => {
    const company = await newCompany(db)
    const rows = Array.from({ length: 25 }, () => ({}))
    const row = await jobRow(company)
    const numbers = await Promise.all(
      Array.from({ length: 10 }, () => numbersOf(company, { rows: rows.map(() => row) })),
    )
    const sorted = numbers.flat().sort((a, b) => a - b)
    expect(sorted).toEqual(Array.from({ length: 250 }, (_, index) => index + 1))
  })

  it('with SKIP_FAILED creates exactly the jobs whose references fit', async () => {
    const company = await newCompany(db)
    const other = await newCompany(db)
    const row = await jobRow(company)
    const site = await db.prisma.site.findFirstOrThrow({ where: { uuid: row.siteId } })
    const own = await newZone(company, { siteId: site.id })
    const elsewhere = await newZone(company)
    const rows = [
      { ...row, zoneIds: [own.uuid, own.uuid] },
      { ...row, siteId: (await newSite(other)).uuid },
      { ...row, jobTypeId: (await newJobType(company, { active: false })).uuid },
      { ...row, technicianId: company.users.admin.uuid },
      { ...row, zoneIds: [own.uuid, elsewhere.uuid] },
      { ...row, zoneIds: [(await newZone(other)).uuid] },
      { ...row, scheduledEnd: row.scheduledStart },
      { ...row, zoneIds: [] },
      { ...row, reference: 'x'.repeat(256), siteId: 'nonsense' },
      row,
    ]
    const selection = 'jobs { number zones { nodes { id } } }'
    const input = { rows, onError: 'SKIP_FAILED' }
    const { data, errors } = await send(company.admin, 'createJobs', input, selection)
    expect(errors).toBeUndefined()
    expect(codesIn(data['createJobs'])).toEqual([
      'NOT_FOUND rows.1.siteId',
      'INVALID rows.2.jobTypeId',
      'INVALID rows.3.technicianId',
      'INVALID rows.4.zoneIds.1',
      'NOT_FOUND rows.5.zoneIds.0',
      'INVALID rows.6.scheduledEnd',
      'TOO_LONG rows.8.reference',
      'NOT_FOUND rows.8.siteId',
    ])
    expect(data['createJobs'].jobs).toEqual([
      { number: 1, zones: { nodes: [{ id: own.uuid }] } },
      ...Array.from({ length: 6 }, () => null),
      { number: 2, zones: { nodes: [] } },
      null,
      { number: 3, zones: { nodes: [] } },
    ])
  })

  it('reads local times in the time zone of the site of each row', async () => {
    const company = await newCompany(db)
    const row = await jobRow(company)
    const rows = await Promise.all(
      ['Asia/Kathmandu', null].map(async (timezone) => ({
        ...row,
        siteId: (await newSite(company, { timezone })).uuid,
        scheduledStart: null,
        scheduledStartLocal: '2030-01-07T09:00',
      })),
    )
    const { jobs } = await runMutation(
      company.admin,
      'createJobs',
      { rows },
      'jobs { scheduledStart }',
    )
    expect(jobs).toEqual([
      { scheduledStart: '2030-01-07T03:15:00.000Z' },
      { scheduledStart: '2030-01-07T09:00:00.000Z' },
    ])
  })
})
