import { describe, expect, it } from 'vitest'
import { createSite } from '../../../src/domain/site/create-site.js'
import { updateSite } from '../../../src/domain/site/update-site.js'
import {
  newClient,
  newCompany,
  newJob,
  newSite,
  newUser,
  type TestCompany,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.site.findFirstOrThrow({ where: { id } })

describe('createSite', () => {
  it('stores the input', async () => {
    const company = await newCompany(db)
    const client = await newClient(company)
    const manager = await newUser(company)
    const { id } = await createSite(company.admin, {
      clientId: client.uuid,
      name: ' North ',
      failureThreshold: 3,
      managerId: manager.id,
      address: { street: '1 Quay', city: 'Leith', region: '', timezone: 'europe/london' },
      riskLevel: 'high',
      legalName: 'North Ltd',
      registrationNumber: 'R1',
      vatNumber: 'V1',
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      clientId: client.id,
      name: 'North',
      failureThreshold: 3,
      managerId: manager.id,
      street: '1 Quay',
      city: 'Leith',
      region: null,
      timezone: 'Europe/London',
      riskId: 2,
      legalName: 'North Ltd',
      registrationNumber: 'R1',
      vatNumber: 'V1',
    })
  })

  it('requires only a client and a name; the failure threshold is then 1', async () => {
    const company = await newCompany(db)
    const client = await newClient(company)
    const { id } = await createSite(company.admin, { clientId: client.id, name: 'North' })
    expect(await read(id)).toMatchObject({
      failureThreshold: 1,
      managerId: null,
      riskId: null,
      street: null,
      timezone: null,
    })
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = {
      clientId: 0,
      name: '',
      failureThreshold: 0,
      managerId: 0,
      address: { timezone: 'Mars/Olympus', city: 'x'.repeat(256) },
      riskLevel: 'extreme',
    }
    expect((await errorCodesOf(createSite(admin, input))).sort()).toEqual([
      'INVALID address.timezone',
      'INVALID riskLevel',
      'NOT_FOUND clientId',
      'NOT_FOUND managerId',
      'OUT_OF_RANGE failureThreshold',
      'REQUIRED name',
      'TOO_LONG address.city',
    ])
  })

  it.each([0, -1, 1.5, 2 ** 31, Number.NaN])('rejects the failure threshold %d', async (value) => {
    const company = await newCompany(db)
    const { id: clientId } = await newClient(company)
    const input = { clientId, name: 'North', failureThreshold: value }
    expect(await errorCodesOf(createSite(company.admin, input))).toEqual([
      'OUT_OF_RANGE failureThreshold',
    ])
  })

  it('accepts the largest failure threshold', async () => {
    const company = await newCompany(db)
    const { id: clientId } = await newClient(company)
    const input = { clientId, name: 'North', failureThreshold: 2 ** 31 - 1 }
    const { id } = await createSite(company.admin, input)
    expect((await read(id)).failureThreshold).toBe(2 ** 31 - 1)
  })

  it.each(['localtime', '+01:00', 'GMT+1', 'posix/UTC', 'Europe', 'Factory', "x' or 1=1 --"])(
    'rejects the time zone %s',
    async (timezone) => {
      const company = await newCompany(db)
      const { id: clientId } = await newClient(company)
      const input = { clientId, name: 'North', address: { timezone } }
      expect(await errorCodesOf(createSite(company.admin, input))).toEqual([
        'INVALID address.timezone',
      ])
    },
  )

  it.each(['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'accepts the time zone %s',
    async (timezone) => {
      const company = await newCompany(db)
      const { id: clientId } = await newClient(company)
      const input = { clientId, name: 'North', address: { timezone } }
      const { id } = await createSite(company.admin, input)
      expect((await read(id)).timezone).toBe(timezone)
    },
  )

  it('rejects a disabled manager', async () => {
    const company = await newCompany(db)
    const { id: clientId } = await newClient(company)
    const { id: managerId } = await newUser(company, { active: false })
    const input = { clientId, name: 'North', managerId }
    expect(await errorCodesOf(createSite(company.admin, input))).toEqual(['INVALID managerId'])
  })
})

describe('updateSite', () => {
  it('keeps absent fields, also within the address', async () => {
    const company = await newCompany(db)
    const site = await newSite(company, {
      street: '1 Quay',
      city: 'Leith',
      timezone: 'Europe/London',
      vatNumber: 'V1',
      failureThreshold: 4,
    })
    await updateSite(company.admin, { id: site.id, address: { city: 'Oban' }, legalName: 'N' })
    expect(await read(site.id)).toMatchObject({
      clientId: site.clientId,
      name: site.name,
      street: '1 Quay',
      city: 'Oban',
      timezone: 'Europe/London',
      vatNumber: 'V1',
      legalName: 'N',
      failureThreshold: 4,
    })
  })

  it('clears fields that are null', async () => {
    const company = await newCompany(db)
    const { id: managerId } = await newUser(company)
    const site = await newSite(company, {
      managerId,
      riskId: 1,
      street: '1 Quay',
      timezone: 'Europe/London',
      vatNumber: 'V1',
    })
    const { id } = site
    await updateSite(company.admin, { id, address: { timezone: null }, vatNumber: null })
    expect(await read(id)).toMatchObject({ timezone: null, street: '1 Quay', vatNumber: null })
    await updateSite(company.admin, { id, address: null, managerId: null, riskLevel: null })
    expect(await read(id)).toMatchObject({ street: null, managerId: null, riskId: null })
  })

  it('rejects null for required fields', async () => {
    const company = await newCompany(db)
    const { id } = await newSite(company)
    const input = { id, clientId: null, name: null, failureThreshold: null }
    expect(await errorCodesOf(updateSite(company.admin, input))).toEqual([
      'REQUIRED clientId',
      'REQUIRED name',
      'REQUIRED failureThreshold',
    ])
  })

  it('moves a site to another client', async () => {
    const company = await newCompany(db)
    const { id } = await newSite(company)
    const client = await newClient(company)
    await updateSite(company.admin, { id, clientId: client.uuid.toUpperCase() })
    expect((await read(id)).clientId).toBe(client.id)
  })

  it('writes nothing if one field is invalid', async () => {
    const company = await newCompany(db)
    const site = await newSite(company)
    const input = { id: site.id, name: 'New', failureThreshold: 0 }
    await errorCodesOf(updateSite(company.admin, input))
    expect(await read(site.id)).toEqual(site)
  })
})

describe('a site whose time zone is corrected', () => {
  const schedule = async (id: number) => {
    const { scheduledStart, scheduledEnd } = await db.prisma.job.findFirstOrThrow({ where: { id } })
    return [scheduledStart.toISOString(), scheduledEnd.toISOString()]
  }
  const rezone = (company: TestCompany, id: number, timezone: string | null) =>
    updateSite(company.admin, { id, address: { timezone } })

  it('keeps the local times of its open jobs, also of removed ones, and says how many others moved', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company, { timezone: 'UTC' })
    const times = {
      scheduledStart: new Date('2030-07-01T09:00:00Z'),
      scheduledEnd: new Date('2030-07-01T11:00:00Z'),
    }
    const open = await newJob(company, { siteId, ...times })
    const paused = await newJob(company, { siteId, ...times, status: 'paused' })
    const completed = await newJob(company, { siteId, ...times, status: 'completed' })
    const removed = await newJob(company, { siteId, ...times, deletedAt: new Date() })
    const elsewhere = await newJob(company, times)
    const colleague = await newCompany(db)
    const foreign = await newJob(colleague, times)
    expect(await rezone(company, siteId, 'America/New_York')).toEqual({
      id: siteId,
      movedJobsCount: 2,
    })
    for (const { id } of [open, paused, removed])
      expect(await schedule(id)).toEqual(['2030-07-01T13:00:00.000Z', '2030-07-01T15:00:00.000Z'])
    for (const { id } of [completed, elsewhere, foreign])
      expect(await schedule(id)).toEqual(['2030-07-01T09:00:00.000Z', '2030-07-01T11:00:00.000Z'])
    expect(await rezone(company, siteId, 'America/New_York')).toMatchObject({ movedJobsCount: 0 })
    expect(await rezone(company, siteId, null)).toMatchObject({ movedJobsCount: 2 })
    expect(await schedule(open.id)).toEqual([
      '2030-07-01T09:00:00.000Z',
      '2030-07-01T11:00:00.000Z',
    ])
    const entries = await db.prisma.auditEntry.findMany({ where: { companyId: company.companyId } })
    expect(entries.filter(({ recordId }) => recordId === open.uuid).length).toBeGreaterThanOrEqual(
      2,
    )
  })

  it('stores the first of the two instants of a local time that is repeated', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company, { timezone: 'UTC' })
    const { id } = await newJob(company, {
      siteId,
      scheduledStart: new Date('2035-10-28T00:30:00Z'),
      scheduledEnd: new Date('2035-10-28T01:30:00Z'),
    })
    await rezone(company, siteId, 'Europe/London')
    expect(await schedule(id)).toEqual(['2035-10-27T23:30:00.000Z', '2035-10-28T00:30:00.000Z'])
  })

  it('keeps the end of a job after its start where clocks skip an hour', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company, { timezone: 'UTC' })
    const { id } = await newJob(company, {
      siteId,
      scheduledStart: new Date('2035-03-25T01:30:00Z'),
      scheduledEnd: new Date('2035-03-25T02:15:00Z'),
    })
    await rezone(company, siteId, 'Europe/London')
    expect(await schedule(id)).toEqual(['2035-03-25T01:30:00.000Z', '2035-03-25T02:15:00.000Z'])
  })

  it('moves no job if another field is invalid', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company, { timezone: 'UTC' })
    const { id } = await newJob(company, { siteId })
    const before = await schedule(id)
    const input = { id: siteId, name: '', address: { timezone: 'Asia/Tokyo' } }
    expect(await errorCodesOf(updateSite(company.admin, input))).toEqual(['REQUIRED name'])
    expect(await schedule(id)).toEqual(before)
  })
})
