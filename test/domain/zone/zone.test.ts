import { describe, expect, it } from 'vitest'
import { createJob } from '../../../src/domain/job/create-job.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../../src/domain/removal/restore-record.js'
import { createZone } from '../../../src/domain/zone/create-zone.js'
import { updateZone } from '../../../src/domain/zone/update-zone.js'
import {
  newAsset,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newZone,
  newZoneType,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { errorCodesOf } from '../../support/error-codes.js'

const db = testDatabase()
const read = (id: number) => db.prisma.zone.findFirstOrThrow({ where: { id } })

describe('createZone', () => {
  it('stores the input; the default size is 0', async () => {
    const company = await newCompany(db)
    const [site, type] = [await newSite(company), await newZoneType(company)]
    const { id } = await createZone(company.admin, {
      siteId: site.uuid,
      typeId: type.uuid,
      name: ' Roof ',
    })
    expect(await read(id)).toMatchObject({
      companyId: company.companyId,
      userId: company.admin.viewer.userId,
      siteId: site.id,
      typeId: type.id,
      name: 'Roof',
      size: 0,
    })
  })

  it('reports all validation errors together', async () => {
    const { admin } = await newCompany(db)
    const input = { siteId: 0, typeId: 'x', name: ' ', sizeSquareMetres: -1 }
    expect(await errorCodesOf(createZone(admin, input))).toEqual([
      'NOT_FOUND siteId',
      'NOT_FOUND typeId',
      'REQUIRED name',
      'OUT_OF_RANGE sizeSquareMetres',
    ])
  })
})

describe('updateZone', () => {
  it('keeps fields that are absent', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company, { size: 40 })
    const type = await newZoneType(company)
    await updateZone(company.admin, { id: zone.id, typeId: type.id })
    expect(await read(zone.id)).toMatchObject({ name: zone.name, size: 40, typeId: type.id })
  })

  it('sets the size to 0 for null, and rejects null for name and type', async () => {
    const company = await newCompany(db)
    const { id } = await newZone(company, { size: 40 })
    await updateZone(company.admin, { id, sizeSquareMetres: null })
    expect((await read(id)).size).toBe(0)
    expect(await errorCodesOf(updateZone(company.admin, { id, name: null, typeId: null }))).toEqual(
      ['REQUIRED typeId', 'REQUIRED name'],
    )
  })
})

describe('moving a zone to another site', () => {
  it('moves its assets, and keeps the closed jobs that were about it', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const asset = await newAsset(company, { zoneId: zone.id })
    await newJob(company, { zoneIds: [zone.id], status: 'completed' })
    await newJob(company, { zoneIds: [zone.id], status: 'cancelled' })
    const site = await newSite(company)
    await updateZone(company.admin, { id: zone.id, siteId: site.uuid })
    expect((await read(zone.id)).siteId).toBe(site.id)
    expect(await db.prisma.asset.findFirstOrThrow({ where: { id: asset.id } })).toMatchObject({
      zoneId: zone.id,
    })
  })

  it.each(['scheduled', 'paused'] as const)(
    'is rejected while a job about it is %s, unless the site stays the same',
    async (status) => {
      const company = await newCompany(db)
      const zone = await newZone(company)
      await newJob(company, { zoneIds: [zone.id], status })
      const { id: siteId } = await newSite(company)
      expect(await errorCodesOf(updateZone(company.admin, { id: zone.id, siteId }))).toEqual([
        'IN_USE siteId',
      ])
      await updateZone(company.admin, { id: zone.id, siteId: zone.siteId, name: 'Roof' })
      expect(await read(zone.id)).toMatchObject({ siteId: zone.siteId, name: 'Roof' })
    },
  )

  it('is rejected to a site that is removed or of another company, and to none', async () => {
    const company = await newCompany(db)
    const { id } = await newZone(company)
    const removed = await newSite(company, { deletedAt: new Date() })
    const foreign = await newSite(await newCompany(db))
    for (const siteId of [removed.id, foreign.id, foreign.uuid]) {
      expect(await errorCodesOf(updateZone(company.admin, { id, siteId }))).toEqual([
        'NOT_FOUND siteId',
      ])
    }
    expect(await errorCodesOf(updateZone(company.admin, { id, siteId: null }))).toEqual([
      'REQUIRED siteId',
    ])
  })

  it('keeps an open job that is removed from being restored with a zone of another site', async () => {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const { id } = await newJob(company, { zoneIds: [zone.id], status: 'scheduled' })
    await removeRecord(company.admin, 'Job', { id })
    await updateZone(company.admin, { id: zone.id, siteId: (await newSite(company)).id })
    expect(await errorCodesOf(restoreRecord(company.admin, 'Job', { id }))).toEqual([
      'WRONG_STATE id',
    ])
    await updateZone(company.admin, { id: zone.id, siteId: zone.siteId })
    await restoreRecord(company.admin, 'Job', { id })
  })

  it('is rejected, or a job about it is, if both happen at the same time', async () => {
    const company = await newCompany(db)
    const { id: siteId } = await newSite(company)
    const { id: jobTypeId } = await newJobType(company)
    for (let round = 0; round < 5; round++) {
      const zone = await newZone(company)
      const [moved, created] = await Promise.allSettled([
        updateZone(company.admin, { id: zone.id, siteId }),
        createJob(company.admin, {
          siteId: zone.siteId,
          jobTypeId,
          technicianId: company.users.technician.id,
          zoneIds: [zone.id],
          scheduledStart: new Date('2027-01-04T09:00:00Z'),
          scheduledEnd: new Date('2027-01-04T10:00:00Z'),
        }),
      ])
      expect([moved.status, created.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})
