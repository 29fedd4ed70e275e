import { describe, expect, it } from 'vitest'
import {
  newAsset,
  newCompany,
  newJob,
  newJobType,
  newUser,
  newZone,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { graph } from '../../support/graphql.js'
import { errorCodesOf, runMutation } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()

describe('updateCompany', () => {
  it('changes every setting, and clears those that are null', async () => {
    const company = await newCompany(db)
    const input = (await validInputs['updateCompany']?.(company)) as Record<string, unknown>
    const { primaryUserId, ...settings } = input
    const selection = `company { primaryUser { id } ${Object.keys(settings).join(' ')} }`
    const changed = await runMutation(company.admin, 'updateCompany', input, selection)
    expect(changed.company).toEqual({ primaryUser: { id: primaryUserId }, ...settings })

    const cleared = { primaryUserId: null, barcodeFormat: null, fromEmail: null, industryId: null }
    await runMutation(company.admin, 'updateCompany', cleared)
    const { data } = await graph(company.admin)(
      '{ company { name primaryUser { id } barcodeFormat fromEmail industryId regionId } }',
    )
    expect(data.company).toEqual({
      name: 'Harbour Inspections',
      primaryUser: null,
      barcodeFormat: null,
      fromEmail: null,
      industryId: null,
      regionId: 2,
    })
  })

  it('reports all validation errors together', async () => {
    const company = await newCompany(db)
    const { uuid: primaryUserId } = await newUser(company, { active: false })
    const input = {
      name: ' ',
      barcodeFormat: '[A-Z',
      frontendUrl: 'javascript:alert(1)',
      fromEmail: 'office',
      regionId: -1,
      primaryUserId,
      whiteLabelEnabled: null,
    }
    expect((await errorCodesOf(company.admin, 'updateCompany', input)).sort()).toEqual([
      'INVALID barcodeFormat',
      'INVALID fromEmail',
      'INVALID frontendUrl',
      'INVALID primaryUserId',
      'OUT_OF_RANGE regionId',
      'REQUIRED name',
      'REQUIRED whiteLabelEnabled',
    ])
  })

  it('applies to the barcodes of new assets', async () => {
    const company = await newCompany(db)
    const asset = await validInputs['createAsset']?.(company)
    const create = (barcode: string) =>
      errorCodesOf(company.admin, 'createAsset', { ...asset, barcode })
    expect(await create('AB1')).toEqual(['NOT_ALLOWED barcode'])
    const rules = { allowExternalBarcodes: true, barcodeFormat: '[A-Z]{2}[0-9]+|x' }
    await runMutation(company.admin, 'updateCompany', rules)
    expect(await create('AB1x')).toEqual(['INVALID barcode'])
    await runMutation(company.admin, 'createAsset', { ...asset, barcode: 'AB1' })
  })

  it('does not lose one of two concurrent changes', async () => {
    const { admin } = await newCompany(db)
    await Promise.all(
      [{ appName: 'One' }, { fromEmailName: 'Two' }, { vatNumber: 'Three' }].map((input) =>
        runMutation(admin, 'updateCompany', input),
      ),
    )
    const { data } = await graph(admin)('{ company { appName fromEmailName vatNumber } }')
    expect(data.company).toEqual({ appName: 'One', fromEmailName: 'Two', vatNumber: 'Three' })
  })
})

describe('a job that does not allow early closure', () => {
  it('can be completed only from its scheduled end on', async () => {
    const company = await newCompany(db)
    const working = {
      status: 'in_progress',
      workingSince: new Date(),
      allowEarlyClosure: false,
    } as const
    const { uuid: early } = await newJob(company, working)
    expect(await errorCodesOf(company.admin, 'completeJob', { id: early })).toEqual([
      'WRONG_STATE id',
    ])
    const ended = { scheduledStart: new Date('2026-01-05'), scheduledEnd: new Date('2026-01-06') }
    const { uuid: id } = await newJob(company, { ...working, ...ended })
    const { job } = await runMutation(company.admin, 'completeJob', { id }, 'job { status }')
    expect(job.status).toBe('COMPLETED')
  })
})

describe('the inspection of the last asset', () => {
  async function newInspectedJob(job: Parameters<typeof newJob>[1] = {}) {
    const company = await newCompany(db)
    const zone = await newZone(company)
    const assets = [
      await newAsset(company, { zoneId: zone.id }),
      await newAsset(company, { zoneId: zone.id }),
    ]
    await newAsset(company, { zoneId: zone.id, decommissionedAt: new Date() })
    const type = await newJobType(company, { singleInspection: true })
    const { uuid: jobId } = await newJob(company, {
      siteId: zone.siteId,
      typeId: type.id,
      status: 'in_progress',
      workingSince: new Date(Date.now() - 600_000),
      ...job,
    })
    const inspect = async (asset = assets[0]) => {
      const input = { jobId, assetId: asset?.uuid, outcome: 'PASSED' }
      const selection = 'inspection { job { status totalMinutes closedBy { databaseId } } }'
      return (await runMutation(company.technician, 'recordInspection', input, selection))
        .inspection.job
    }
    return { company, assets, inspect }
  }

  it('completes a job whose type inspects each asset once', async () => {
    const { company, assets, inspect } = await newInspectedJob()
    expect(await inspect(assets[0])).toMatchObject({ status: 'IN_PROGRESS', closedBy: null })
    expect(await inspect(assets[1])).toEqual({
      status: 'COMPLETED',
      totalMinutes: 10,
      closedBy: { databaseId: company.technician.viewer.userId },
    })
  })

  it('completes it also if both inspections are concurrent', async () => {
    const { assets, inspect } = await newInspectedJob()
    const statuses = await Promise.all(assets.map(inspect))
    expect(statuses.map(({ status }) => status)).toContain('COMPLETED')
  })

  it.each([
    ['requires a signature', { requiresSignature: true }],
    ['does not allow early closure', { allowEarlyClosure: false }],
  ] as const)('does not complete a job that %s', async (_, job) => {
    const { assets, inspect } = await newInspectedJob(job)
    await inspect(assets[0])
    expect((await inspect(assets[1])).status).not.toBe('COMPLETED')
  })

  it('does not complete it if the company closes inspections manually', async () => {
    const { company, assets, inspect } = await newInspectedJob()
    await runMutation(company.admin, 'updateCompany', { manualInspectionClosure: true })
    await inspect(assets[0])
    expect((await inspect(assets[1])).status).toBe('IN_PROGRESS')
  })
})
