import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newClient,
  newCompany,
  newJob,
  newSite,
  newUser,
  newZone,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf, runMutation, send } from './run-mutation.js'

const db = testDatabase()

describe('createSite', () => {
  it('returns the site with its relations', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { legalName: 'Acme' })
    const manager = await newUser(company, { firstName: 'Ada', lastName: 'Marsh' })
    const input = {
      clientId: client.uuid,
      managerId: manager.uuid,
      name: 'North Quay',
      failureThreshold: 3,
      riskLevel: 'HIGH',
      address: { street: '1 Quay Street', city: 'Porthaven', timezone: 'europe/london' },
    }
    const { site } = await runMutation(
      company.admin,
      'createSite',
      input,
      `site { name failureThreshold failing legalName zonesCount
        address { street city region timezone } client { legalName } manager { fullName }
        risk { level value } zones { nodes { id } } assets { totalCount } jobs { totalCount } }`,
    )
    expect(site).toEqual({
      name: 'North Quay',
      failureThreshold: 3,
      failing: false,
      legalName: null,
      zonesCount: 0,
      address: {
        street: '1 Quay Street',
        city: 'Porthaven',
        region: null,
        timezone: 'Europe/London',
      },
      client: { legalName: 'Acme' },
      manager: { fullName: 'Ada Marsh' },
      risk: { level: 'HIGH', value: 2 },
      zones: { nodes: [] },
      assets: { totalCount: 0 },
      jobs: { totalCount: 0 },
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const inactive = await newUser(company, { active: false })
    const input = {
      clientId: (await newSite(company)).uuid,
      managerId: inactive.uuid,
      name: '',
      failureThreshold: 0,
      address: { city: 'x'.repeat(256), timezone: 'Mars/Olympus' },
      registrationNumber: 'x'.repeat(65),
    }
    const refusal = await errorCodesOf(company.admin, 'createSite', input)
    expect(refusal.sort()).toEqual([
      'INVALID address.timezone',
      'INVALID managerId',
      'NOT_FOUND clientId',
      'OUT_OF_RANGE failureThreshold',
      'REQUIRED name',
      'TOO_LONG address.city',
      'TOO_LONG registrationNumber',
    ])
  })
})

describe('updateSite', () => {
  it('changes the given fields, also within the address, and clears those that are null', async () => {
    const company = await newCompany(db)
    const manager = await newUser(company)
    const before = await newSite(company, {
      name: 'North',
      street: '1 Quay Street',
      city: 'Porthaven',
      timezone: 'Europe/London',
      managerId: manager.id,
      legalName: 'North Limited',
      failureThreshold: 1,
    })
    const zone = await newZone(company, { siteId: before.id, name: 'Roof' })
    await newAsset(company, { zoneId: zone.id, defective: true })
    const input = {
      id: before.uuid,
      managerId: null,
      failureThreshold: 2,
      address: { city: 'Westhaven', timezone: null },
    }
    const { site } = await runMutation(
      company.admin,
      'updateSite',
      input,
      `site { name legalName failureThreshold failing manager { id }
        address { street city timezone } zones { nodes { name assetsCount } } }`,
    )
    expect(site).toEqual({
      name: 'North',
      legalName: 'North Limited',
      failureThreshold: 2,
      failing: false,
      manager: null,
      address: { street: '1 Quay Street', city: 'Westhaven', timezone: null },
      zones: { nodes: [{ name: 'Roof', assetsCount: 1 }] },
    })
  })

  it('says how many open jobs keep their local times, also in a dry run and in a retry', async () => {
    const company = await newCompany(db)
    const site = await newSite(company, { timezone: 'UTC' })
    const schedule = {
      siteId: site.id,
      scheduledStart: new Date('2030-07-01T09:00:00Z'),
      scheduledEnd: new Date('2030-07-01T11:00:00Z'),
    }
    const job = await newJob(company, schedule)
    await newJob(company, { ...schedule, status: 'paused' })
    await newJob(company, { ...schedule, status: 'completed' })
    const startOf = async () =>
      (await db.prisma.job.findFirstOrThrow({ where: { id: job.id } })).scheduledStart.toISOString()
    const input = {
      id: site.uuid,
      address: { timezone: 'America/New_York' },
      idempotencyKey: 'zone',
    }
    const rezone = (change: object) =>
      runMutation(
        company.admin,
        'updateSite',
        { ...input, ...change },
        'movedJobsCount site { jobs(first: 1) { nodes { scheduledStart scheduledStartLocal } } }',
      )
    const moved = {
      movedJobsCount: 2,
      site: {
        jobs: {
          nodes: [
            {
              scheduledStart: '2030-07-01T13:00:00.000Z',
              scheduledStartLocal: '2030-07-01T09:00',
            },
          ],
        },
      },
    }
    expect(await rezone({ dryRun: true })).toMatchObject(moved)
    expect(await startOf()).toBe('2030-07-01T09:00:00.000Z')
    for (const time of ['first', 'second']) {
      expect(await rezone({}), time).toMatchObject(moved)
      expect(await startOf(), time).toBe('2030-07-01T13:00:00.000Z')
    }
    const another = { idempotencyKey: 'same zone' }
    expect(await rezone(another)).toMatchObject({ ...moved, movedJobsCount: 0 })
    const { data } = await send(
      company.admin,
      'updateSite',
      { id: site.uuid, name: '', address: { timezone: null } },
      'movedJobsCount',
    )
    expect(data.updateSite).toMatchObject({
      movedJobsCount: null,
      userErrors: [{ code: 'REQUIRED' }],
    })
  })

  it('clears the whole address if it is null', async () => {
    const company = await newCompany(db)
    const before = await newSite(company, { street: '1 Quay Street', timezone: 'Europe/London' })
    const { site } = await runMutation(
      company.admin,
      'updateSite',
      { id: before.uuid, address: null },
      'site { address { street city region timezone } }',
    )
    expect(site.address).toEqual({ street: null, city: null, region: null, timezone: null })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const input = {
      id: (await newSite(company)).uuid,
      clientId: null,
      name: null,
      failureThreshold: null,
      managerId: (await newUser(company, { deletedAt: new Date() })).uuid,
      vatNumber: 'x'.repeat(65),
    }
    const refusal = await errorCodesOf(company.admin, 'updateSite', input)
    expect(refusal.sort()).toEqual([
      'NOT_FOUND managerId',
      'REQUIRED clientId',
      'REQUIRED failureThreshold',
      'REQUIRED name',
      'TOO_LONG vatNumber',
    ])
  })
})

describe('removeSite and restoreSite', () => {
  it('return the site', async () => {
    const company = await newCompany(db)
    const { uuid: id } = await newSite(company, { name: 'North' })
    for (const name of ['removeSite', 'restoreSite']) {
      const { site } = await runMutation(company.admin, name, { id }, 'site { id name }')
      expect(site).toEqual({ id, name: 'North' })
    }
  })

  it('are rejected with all reasons while zones and open jobs have it', async () => {
    const company = await newCompany(db)
    const site = await newSite(company)
    await newZone(company, { siteId: site.id })
    await newJob(company, { siteId: site.id })
    const input = { id: site.uuid }
    expect(await errorCodesOf(company.admin, 'removeSite', input)).toEqual([
      'IN_USE id',
      'IN_USE id',
    ])
  })

  it('are rejected while its client is removed', async () => {
    const company = await newCompany(db)
    const client = await newClient(company, { deletedAt: new Date() })
    const site = await newSite(company, { clientId: client.id, deletedAt: new Date() })
    const input = { id: site.uuid }
    expect(await errorCodesOf(company.admin, 'restoreSite', input)).toEqual(['WRONG_STATE id'])
  })
})
