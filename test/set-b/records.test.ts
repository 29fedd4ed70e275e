import { beforeEach, describe, expect, it } from 'vitest'
import { cancelJob } from '../../src/domain/job/cancel-job.js'
import { completeJob } from '../../src/domain/job/complete-job.js'
import { pauseJob } from '../../src/domain/job/pause-job.js'
import { startJob } from '../../src/domain/job/start-job.js'
import {
  dueBasisOf,
  LONG_INTERVAL_DAYS,
  at,
  customField,
  newAsset,
  newAssetType,
  newJob,
  newJobType,
  newUser,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { callAs, PAGE } from './rest.js'
import { requestOf } from './requests.js'
import {
  newRemovedRecords,
  newPopulatedCompany,
  type PopulatedCompany,
} from '../support/populated-company.js'

const db = testDatabase()
let company: PopulatedCompany
let call: ReturnType<typeof callAs>

beforeEach(async () => {
  company = await newPopulatedCompany()
  call = callAs(company.admin)
})

const create = (name: string, path: string, change: object) =>
  call('POST', path, { body: { ...(requestOf(name, '', company).body as object), ...change } })

describe('a job', () => {
  const read = async () => (await call('GET', `/v1/jobs/${company.job.uuid}`)).body
  const work = { id: '' }
  beforeEach(() => {
    work.id = company.job.uuid
  })

  it('shows each status', async () => {
    const { technician } = company
    expect(await read()).toMatchObject({ latestStatus: 'scheduled', paused: false, closedBy: null })
    await startJob(at(technician, '2026-03-01T08:00:00Z'), work)
    expect(await read()).toMatchObject({ latestStatus: 'in_progress', paused: false })
    await pauseJob(at(technician, '2026-03-01T08:30:59Z'), work)
    expect(await read()).toMatchObject({
      latestStatus: 'paused',
      paused: true,
      durationMinutes: 30,
    })
  })

  it('shows when it was completed, and the user who did', async () => {
    const { technician } = company
    await startJob(at(technician, '2026-03-01T08:00:00Z'), work)
    await completeJob(at(technician, '2026-03-01T09:05:30Z'), { ...work, signatureName: 'Ann Lee' })
    expect(await read()).toMatchObject({
      latestStatus: 'completed',
      closedBy: company.users.technician.uuid,
      signatureName: 'Ann Lee',
      durationMinutes: 65,
      completedAt: Date.parse('2026-03-01T09:05:30Z') / 1000,
    })
  })

  it('shows the user who cancelled it, and no time of completion', async () => {
    await cancelJob(company.admin, work)
    expect(await read()).toMatchObject({
      latestStatus: 'cancelled',
      closedBy: company.users.admin.uuid,
      completedAt: null,
    })
  })

  it('shows when a device confirmed it', async () => {
    const syncedAt = new Date('2026-03-01T08:00:00.999Z')
    await db.prisma.job.updateMany({ where: { uuid: company.job.uuid }, data: { syncedAt } })
    expect(await read()).toMatchObject({ syncedAt: Date.parse('2026-03-01T08:00:00Z') / 1000 })
  })

  it('has consecutive numbers, as decimal text', async () => {
    const before = Number((await read()).number)
    const { body } = await create('createJob', '/v1/jobs', {})
    expect(body).toMatchObject({
      number: String(before + 1),
      userId: company.users.admin.uuid,
      latestStatus: 'scheduled',
      startedAt: 1_900_000_000,
      endedAt: 1_900_003_600,
      durationMinutes: 0,
      completedAt: null,
      syncedAt: null,
      instructions: 'Ring twice.',
    })
  })

  it('accepts only zones of its site, and reports each other one', async () => {
    const elsewhere = await newZone(company)
    const { zone } = await newRemovedRecords(company)
    const answer = await create('createJob', '/v1/jobs', {
      zoneIds: [company.zone.uuid, elsewhere.uuid, zone.uuid],
    })
    expect(answer).toMatchObject({ status: 400 })
    expect(
      (answer.body.errors as { field: string; code: string }[]).map((e) => [e.field, e.code]),
    ).toEqual([
      ['zoneIds.1', 'INVALID'],
      ['zoneIds.2', 'NOT_FOUND'],
    ])
    expect(await create('createJob', '/v1/jobs', { zoneIds: ['x'] })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'zoneIds.0', code: 'INVALID' }] },
    })
    expect(await create('createJob', '/v1/jobs', { zoneIds: [] })).toMatchObject({ status: 201 })
  })

  it('requires an active technician and an active type', async () => {
    const disabled = await newUser(company, { active: false })
    const type = await newJobType(company, { active: false })
    for (const [field, id] of [
      ['technicianId', disabled.uuid],
      ['technicianId', company.users.admin.uuid],
      ['jobTypeId', type.uuid],
    ] as const) {
      expect(await create('createJob', '/v1/jobs', { [field]: id })).toMatchObject({
        status: 400,
        body: { errors: [{ field, code: 'INVALID' }] },
      })
    }
  })

  it('has no reference if it is empty', async () => {
    const { body } = await create('createJob', '/v1/jobs', { reference: '', instructions: null })
    expect(body).toMatchObject({ reference: null, instructions: null })
  })
})

describe('an asset', () => {
  it('gets a code and a barcode if they are absent', async () => {
    const { body } = await create('createAsset', '/v1/assets', { code: null, barcode: undefined })
    expect([body.code, body.barcode]).toEqual([
      expect.stringMatching(/./),
      expect.stringMatching(/./),
    ])
  })

  it('has the values of its custom fields with their labels, in the order of the type', async () => {
    const fields = [
      customField({ label: 'Weight', kind: 'NUMBER', unit: 'kg' }),
      customField({ label: 'Colour' }),
      customField({ label: 'Make', default: 'Acme' }),
    ]
    const type = await newAssetType(company, { customFields: fields })
    const [weight, colour] = fields.map(({ fieldId }) => fieldId)
    const { body } = await create('createAsset', '/v1/assets', {
      assetTypeId: type.uuid,
      metaData: [
        { id: colour, value: ' Red ', label: 'is ignored' },
        { id: weight, value: '012.50' },
      ],
    })
    expect(body.metaData).toEqual([
      { id: weight, label: 'Weight', value: '12.5' },
      { id: colour, label: 'Colour', value: 'Red' },
    ])
  })

  it('reports the invalid custom field', async () => {
    const field = customField({ isRequired: true, options: ['A', 'B'] })
    const type = await newAssetType(company, { customFields: [field] })
    const errorsOf = async (metaData: unknown) => {
      const change = { assetTypeId: type.uuid, metaData }
      const { body } = await create('createAsset', '/v1/assets', change)
      return (body.errors as { field: string; code: string }[]).map((e) => `${e.code} ${e.field}`)
    }
    expect(await errorsOf([])).toEqual(['REQUIRED metaData'])
    expect(await errorsOf([{ id: field.fieldId, value: 'C' }])).toEqual([
      'INVALID metaData.0.value',
    ])
    expect(await errorsOf([{ id: company.field.fieldId, value: 'A' }])).toContain(
      'NOT_FOUND metaData.0.id',
    )
    expect(await errorsOf([{ id: 'x', value: 'A' }])).toEqual(['INVALID metaData.0.id'])
    expect(await errorsOf([{ id: field.fieldId }])).toEqual(['REQUIRED metaData.0.value'])
    expect(await errorsOf([{ id: field.fieldId, value: 1 }])).toEqual(['INVALID metaData.0.value'])
    expect(await errorsOf([1])).toEqual(['INVALID metaData.0'])
  })

  it.each(['critical', 'HIGH', 'Medium', ' low '])(
    'accepts the risk %j case-insensitively',
    async (riskLevel) => {
      const { body } = await create('createAsset', '/v1/assets', { riskLevel })
      expect(body.riskLevel.toLowerCase()).toBe(riskLevel.trim().toLowerCase())
      expect(body.riskLevel).toMatch(/^[A-Z][a-z]+$/)
    },
  )

  it('rejects other risks', async () => {
    expect(await create('createAsset', '/v1/assets', { riskLevel: 'Severe' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'riskLevel', code: 'INVALID' }] },
    })
  })

  it('rejects a taken code or barcode, and a barcode that the company does not allow', async () => {
    const taken = await newAsset(company, { barcode: 'TAKEN-1' })
    const error = async (change: object) =>
      (await create('createAsset', '/v1/assets', change)).body.errors[0]
    expect(await error({ code: taken.code })).toMatchObject({ field: 'code', code: 'TAKEN' })
    expect(await error({ barcode: 'TAKEN-1' })).toMatchObject({ field: 'barcode', code: 'TAKEN' })
    await db.prisma.company.update({
      where: { id: company.companyId },
      data: { allowExternalBarcodes: false },
    })
    expect(await error({ barcode: 'NEW' })).toMatchObject({ field: 'barcode', code: 'NOT_ALLOWED' })
  })

  it('shows its inspections and when it was decommissioned', async () => {
    const times = {
      lastInspection: new Date('2026-01-01T00:00:00.500Z'),
      dueBasis: dueBasisOf(new Date('2027-01-01T00:00:00Z')),
      decommissionedAt: new Date('2026-06-01T00:00:00Z'),
    }
    const data = { ...times, defective: true }
    await db.prisma.asset.updateMany({ where: { uuid: company.asset.uuid }, data })
    const type = { where: { id: company.assetType.id }, data: { intervalDays: LONG_INTERVAL_DAYS } }
    await db.prisma.assetType.updateMany(type)
    expect((await call('GET', `/v1/assets/${company.asset.uuid}`)).body).toMatchObject({
      defective: true,
      lastInspection: 1_767_225_600,
      nextInspection: 1_798_761_600,
      decommissionedAt: 1_780_272_000,
    })
  })
})

it('shows whether a site is failing', async () => {
  const read = async () =>
    (await call('GET', `/v1/sites/${company.site.uuid}`)).body.failing as boolean
  expect(await read()).toBe(false)
  await db.prisma.asset.updateMany({
    where: { uuid: company.asset.uuid },
    data: { defective: true },
  })
  expect(await read()).toBe(true)
  await call('PATCH', '/v1/sites', { body: { id: company.site.uuid, failureThreshold: 2 } })
  expect(await read()).toBe(false)
})

it('omits removed records from every list', async () => {
  const removed = await newRemovedRecords(company)
  const ids = new Set(Object.values(removed).filter((value) => typeof value === 'string'))
  for (const noun of [
    'job-types',
    'users',
    'assets',
    'asset-types',
    'sites',
    'zone-types',
    'clients',
  ]) {
    const { body } = await call('GET', `/v1/${noun}`, { query: { ...PAGE, pageSize: '1000' } })
    const listed = (body.data as { id: string }[]).map(({ id }) => id)
    expect([noun, listed.length, body.total]).toEqual([noun, body.total, listed.length])
    expect(listed.filter((id) => ids.has(id))).toEqual([])
  }
  const job = await newJob(company, { deletedAt: new Date(), siteId: (await siteOf()).id })
  const { body } = await call('GET', '/v1/jobs', { query: { ...PAGE, id: company.site.uuid } })
  expect((body.data as { id: string }[]).map(({ id }) => id)).not.toContain(job.uuid)
})

it('omits job types that a new job cannot have from their list', async () => {
  const active = await newJobType(company)
  const inactive = await newJobType(company, { active: false })
  const { body } = await call('GET', '/v1/job-types', { query: { ...PAGE, pageSize: '1000' } })
  const ids = (body.data as { id: string }[]).map(({ id }) => id)
  expect(ids).toContain(active.uuid)
  expect(ids).not.toContain(inactive.uuid)
  expect(body.total).toBe(ids.length)
})

const siteOf = () => db.prisma.site.findFirstOrThrow({ where: { uuid: company.site.uuid } })
