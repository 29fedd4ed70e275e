import { beforeEach, describe, expect, it } from 'vitest'
import { customField, newAsset, newAssetType, newZone } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { callAs } from './rest.js'
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

const noTimes = (record: object) => ({ ...record, updatedAt: undefined })

describe.each(['PATCH', 'PUT'])('%s /v1/assets', (method) => {
  const change = (body: object) =>
    call(method, '/v1/assets', { body: { id: company.asset.uuid, ...body } })
  const read = async () => (await call('GET', `/v1/assets/${company.asset.uuid}`)).body

  it('changes nothing, not even updatedAt, if no field is given', async () => {
    const before = await read()
    const { status, body } = await change({})
    expect([status, body]).toEqual([200, before])
  })

  it('changes one field and keeps the others', async () => {
    const before = await read()
    const { body } = await change({ code: '  NEW-1 ' })
    expect(noTimes(body)).toEqual({ ...noTimes(before), code: 'NEW-1' })
    expect(await read()).toEqual(body)
  })

  it('changes all fields', async () => {
    const zone = await newZone(company)
    const type = await newAssetType(company)
    const changed = {
      assetTypeId: type.uuid,
      code: 'NEW-2',
      riskLevel: 'CRITICAL',
      zoneId: zone.uuid,
    }
    const { body } = await change(changed)
    expect(body).toMatchObject({ ...changed, riskLevel: 'Critical' })
  })

  it('uses the risk of the type for null', async () => {
    const { id } = company.assetType
    await db.prisma.assetType.updateMany({ where: { id }, data: { riskId: 3 } })
    expect((await change({ riskLevel: 'High' })).body).toMatchObject({ riskLevel: 'High' })
    expect((await change({ riskLevel: null })).body).toMatchObject({ riskLevel: 'Medium' })
  })

  it.each(['code', 'zoneId', 'assetTypeId'])('does not clear %s', async (field) => {
    const before = await read()
    expect(await change({ [field]: null, riskLevel: 'Low' })).toMatchObject({
      status: 400,
      body: { errors: [{ field, code: 'REQUIRED' }] },
    })
    expect(await read()).toEqual(before)
  })

  it('rejects unknown fields', async () => {
    const before = await read()
    const unknown = {
      barcode: 'X',
      defective: true,
      metaData: [],
      createdAt: 0,
      companyId: 1,
      x: {},
    }
    const { status, body } = await change(unknown)
    expect([status, noTimes(body)]).toEqual([200, noTimes(before)])
  })

  it('changes nothing if one field is invalid', async () => {
    const taken = await newAsset(company)
    const before = await read()
    for (const wrong of [{ code: taken.code }, { code: ' ' }, { code: 'x'.repeat(65) }]) {
      const { status, body } = await change({ riskLevel: 'Critical', ...wrong })
      expect([status, body.errors[0].field]).toEqual([400, 'code'])
    }
    const { status, body } = await change({ code: 'NEW-3', riskLevel: 'Purple' })
    expect([status, body.errors[0].field]).toEqual([400, 'riskLevel'])
    expect(await read()).toEqual(before)
  })

  it('rejects a type if the asset has no value for its required field', async () => {
    const type = await newAssetType(company, {
      customFields: [customField({ isRequired: true })],
    })
    const before = await read()
    expect(await change({ assetTypeId: type.uuid, code: 'NEW-4' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'metaData', code: 'REQUIRED' }] },
    })
    expect(await read()).toEqual(before)
  })

  it('rejects a type that does not keep the values of the asset', async () => {
    const [kept, lost] = [customField({ label: 'Agent' }), customField({ label: 'Size' })]
    const same = customField({ label: 'agent' })
    const old = await newAssetType(company, { customFields: [kept, lost] })
    const next = await newAssetType(company, { customFields: [same] })
    const make = (metaData: object) => newAsset(company, { typeId: old.id, metaData })
    const both = await make({ [kept.fieldId]: 'Foam', [lost.fieldId]: '6' })
    expect(await change({ id: both.uuid, assetTypeId: next.uuid })).toMatchObject({
      status: 400,
      body: {
        errors: [
          {
            field: 'assetTypeId',
            code: 'NOT_ALLOWED',
            message: 'The values of Size would be lost.',
          },
        ],
      },
    })
    const one = await make({ [kept.fieldId]: 'Foam' })
    expect(await change({ id: one.uuid, assetTypeId: next.uuid })).toMatchObject({
      status: 200,
      body: { metaData: [{ id: same.fieldId, label: 'agent', value: 'Foam' }] },
    })
  })

  it('responds 404 for an unknown id, and 410 for a removed one', async () => {
    const removed = await newRemovedRecords(company)
    expect(await change({ id: '0190b6a0-0000-7000-8000-000000000000' })).toMatchObject({
      status: 404,
    })
    expect(await change({ id: removed.asset.uuid })).toMatchObject({
      status: 410,
      body: { code: 'GONE' },
    })
  })

  it('does not mix the fields of concurrent updates', async () => {
    const zones = await Promise.all([1, 2, 3, 4].map(() => newZone(company)))
    const levels = ['Critical', 'High', 'Medium', 'Low']
    const wanted = zones.map(({ uuid }, index) => ({
      code: `RACE-${index}`,
      riskLevel: levels[index],
      zoneId: uuid,
    }))
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(wanted.map(change))
      for (const [index, { status, body }] of answers.entries()) {
        expect(status).toBe(200)
        expect(wanted).toContainEqual({
          code: body.code,
          riskLevel: body.riskLevel,
          zoneId: body.zoneId,
        })
        expect(index).toBeLessThan(4)
      }
      const { code, riskLevel, zoneId } = await read()
      expect(wanted).toContainEqual({ code, riskLevel, zoneId })
    }
  })

  it('keeps both of two concurrent updates of different fields', async () => {
    const zone = await newZone(company)
    await Promise.all([
      change({ code: 'BOTH' }),
      change({ zoneId: zone.uuid }),
      change({ riskLevel: 'Low' }),
    ])
    expect(await read()).toMatchObject({ code: 'BOTH', zoneId: zone.uuid, riskLevel: 'Low' })
  })
})

describe.each(['PATCH', 'PUT'])('%s /v1/sites', (method) => {
  const change = (body: object) =>
    call(method, '/v1/sites', { body: { id: company.site.uuid, ...body } })
  const read = async () => (await call('GET', `/v1/sites/${company.site.uuid}`)).body
  const full = () => ({
    legalName: 'North Ltd',
    name: 'North',
    registrationNumber: 'R1',
    siteManagerUserId: company.users.technician.uuid,
    vatNumber: 'V1',
    failureThreshold: 7,
  })

  it('changes one field and keeps the others', async () => {
    await change(full())
    const before = await read()
    const { siteManagerUserId: siteManagerId, ...same } = full()
    expect(before).toMatchObject({ ...same, siteManagerId })
    const { body } = await change({ name: ' South ' })
    expect(noTimes(body)).toEqual({ ...noTimes(before), name: 'South' })
    expect(await read()).toEqual(body)
  })

  it.each([
    ['legalName', 'legalName'],
    ['registrationNumber', 'registrationNumber'],
    ['vatNumber', 'vatNumber'],
    ['siteManagerUserId', 'siteManagerId'],
  ])('clears %s for null, and keeps it if absent', async (field, answered) => {
    const before = (await change(full())).body
    expect((await change({})).body[answered]).toBe(before[answered])
    const { status, body } = await change({ [field]: null })
    expect([status, noTimes(body)]).toEqual([200, { ...noTimes(before), [answered]: null }])
  })

  it.each(['name', 'clientId', 'failureThreshold'])('does not clear %s', async (field) => {
    const before = await read()
    expect(await change({ [field]: null, legalName: 'Other' })).toMatchObject({
      status: 400,
      body: { errors: [{ field, code: 'REQUIRED' }] },
    })
    expect(await read()).toEqual(before)
  })

  it('rejects a disabled manager, and changes nothing', async () => {
    await db.prisma.user.updateMany({
      where: { uuid: company.users.technician.uuid },
      data: { active: false },
    })
    const before = await read()
    const answer = await change({ name: 'Other', siteManagerUserId: company.users.technician.uuid })
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'siteManagerUserId', code: 'INVALID' }] },
    })
    expect(await read()).toEqual(before)
  })

  it('rejects unknown fields', async () => {
    const before = await read()
    const { status, body } = await change({
      siteManagerId: company.users.technician.uuid,
      riskLevel: 'High',
      address: { city: 'Leith' },
      failing: true,
    })
    expect([status, noTimes(body)]).toEqual([200, noTimes(before)])
  })

  it('responds 404 for an unknown id, and 410 for a removed one', async () => {
    const removed = await newRemovedRecords(company)
    expect(await change({ id: '0190b6a0-0000-7000-8000-000000000000' })).toMatchObject({
      status: 404,
    })
    expect(await change({ id: removed.site.uuid })).toMatchObject({ status: 410 })
  })

  it('does not mix the fields of concurrent updates', async () => {
    const wanted = [1, 2, 3, 4, 5, 6].map((n) => ({
      name: `Name ${n}`,
      legalName: `Legal ${n}`,
      vatNumber: `V${n}`,
      failureThreshold: n,
    }))
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(wanted.map(change))
      const { name, legalName, vatNumber, failureThreshold } = await read()
      expect(wanted).toContainEqual({ name, legalName, vatNumber, failureThreshold })
    }
    await Promise.all([change({ name: 'Both' }), change({ vatNumber: 'Both' })])
    expect(await read()).toMatchObject({ name: 'Both', vatNumber: 'Both' })
  })
})
