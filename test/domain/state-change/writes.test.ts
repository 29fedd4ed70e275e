import { expect, it } from 'vitest'
import { decommissionAsset } from '../../../src/domain/asset/decommission-asset.js'
import { recommissionAsset } from '../../../src/domain/asset/recommission-asset.js'
import { createAsset } from '../../../src/domain/asset/create-asset.js'
import { updateAsset } from '../../../src/domain/asset/update-asset.js'
import { resolveFinding } from '../../../src/domain/finding/resolve-finding.js'
import { recordInspection } from '../../../src/domain/inspection/record-inspection.js'
import { recordInspections } from '../../../src/domain/inspection/record-inspections.js'
import { voidInspection } from '../../../src/domain/inspection/void-inspection.js'
import { cancelJob } from '../../../src/domain/job/cancel-job.js'
import { startJob } from '../../../src/domain/job/start-job.js'
import { updateJob } from '../../../src/domain/job/update-job.js'
import { removeRecord } from '../../../src/domain/removal/remove-record.js'
import { updateSite } from '../../../src/domain/site/update-site.js'
import { updateZone } from '../../../src/domain/zone/update-zone.js'
import {
  newAsset,
  newAssetType,
  newCompany,
  newFinding,
  newJob,
  newSite,
  newZone,
} from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { changesOf, inDays, timesOf } from './state-changes.js'

const db = testDatabase()

it('records each status of an asset, first the one that time has made since the last tick', async () => {
  const company = await newCompany(db)
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id, createdAt: inDays(-10) })
  const inspect = (outcome: 'passed' | 'failed') =>
    recordInspection(company.technician, { assetId: asset.id, outcome })
  await inspect('passed')
  const told = ['asset_status ok>overdue time', 'asset_status overdue>ok write']
  expect(await changesOf(company, asset.uuid)).toEqual(told)
  expect((await timesOf(company, asset.uuid))[0]).toEqual(
    new Date(+asset.createdAt + 7 * 86_400_000),
  )
  await inspect('failed')
  await inspect('failed')
  told.push('asset_status ok>defective write')
  expect(await changesOf(company, asset.uuid)).toEqual(told)
  await decommissionAsset(company.admin, { id: asset.id })
  await recommissionAsset(company.admin, { id: asset.id, reason: 'Repaired' })
  told.push(
    'asset_status defective>decommissioned write',
    'asset_status decommissioned>defective write',
  )
  expect(await changesOf(company, asset.uuid)).toEqual(told)
  await inspect('passed')
  told.push('asset_status defective>ok write')
  expect(await changesOf(company, asset.uuid)).toEqual(told)
})

it('records that an asset is overdue after its inspection was voided, or its type or zone changed', async () => {
  const company = await newCompany(db)
  const [weekly, yearly] = [
    await newAssetType(company, { intervalDays: 7 }),
    await newAssetType(company, { intervalMonths: 12 }),
  ]
  const asset = await newAsset(company, { typeId: weekly.id, createdAt: inDays(-10) })
  const { id } = await recordInspection(company.technician, {
    assetId: asset.id,
    outcome: 'passed',
  })
  await voidInspection(company.admin, { id, reason: 'Wrong asset' })
  await updateAsset(company.admin, { id: asset.id, typeId: yearly.id })
  expect(await changesOf(company, asset.uuid)).toEqual([
    'asset_status ok>overdue time',
    'asset_status overdue>ok write',
    'asset_status ok>overdue write',
    'asset_status overdue>ok write',
  ])
})

it('records nothing of a new asset, of another name, or of what stays the same', async () => {
  const company = await newCompany(db)
  const [zone, type] = [await newZone(company), await newAssetType(company, { intervalDays: 7 })]
  const { id } = await createAsset(company.admin, { zoneId: zone.id, typeId: type.id })
  await updateAsset(company.admin, { id, code: 'Another' })
  await recordInspection(company.technician, { assetId: id, outcome: 'passed' })
  expect(await changesOf(company)).toEqual([])
})

it('records when a site begins and ceases to fail', async () => {
  const company = await newCompany(db)
  const site = await newSite(company, { failureThreshold: 2 })
  const other = await newSite(company)
  const zone = await newZone(company, { siteId: site.id })
  const assets = [1, 2, 3].map(() => newAsset(company, { zoneId: zone.id }))
  const ids = (await Promise.all(assets)).map(({ id }) => id)
  const inspect = (outcome: 'passed' | 'failed', of: number[]) =>
    recordInspections(company.technician, {
      rows: of.map((assetId) => ({ assetId, outcome })),
    })
  await inspect('failed', ids.slice(0, 1))
  expect(await changesOf(company, site.uuid)).toEqual([])
  await inspect('failed', ids)
  const [fails, ceases] = ['not_failing>failing', 'failing>not_failing'].map(
    (each) => `site_failing ${each} write`,
  )
  expect(await changesOf(company, site.uuid)).toEqual([fails])
  await inspect('passed', ids.slice(0, 2))
  expect(await changesOf(company, site.uuid)).toEqual([fails, ceases])
  await updateSite(company.admin, { id: site.id, failureThreshold: 1 })
  expect(await changesOf(company, site.uuid)).toEqual([fails, ceases, fails])
  await updateZone(company.admin, { id: zone.id, siteId: other.id })
  expect(await changesOf(company, site.uuid)).toEqual([fails, ceases, fails, ceases])
  expect(await changesOf(company, other.uuid)).toEqual([fails])
  await removeRecord(company.admin, 'Asset', { id: ids[2]! })
  expect(await changesOf(company, other.uuid)).toEqual([fails, ceases])
})

it('counts what concurrent inspections have committed', async () => {
  const company = await newCompany(db)
  const site = await newSite(company, { failureThreshold: 10 })
  const zone = await newZone(company, { siteId: site.id })
  const made = Array.from({ length: 10 }, () => newAsset(company, { zoneId: zone.id }))
  const assets = await Promise.all(made)
  await Promise.all(
    assets.map(({ id }) =>
      recordInspection(company.technician, { assetId: id, outcome: 'failed' }),
    ),
  )
  expect(await changesOf(company, site.uuid)).toEqual(['site_failing not_failing>failing write'])
})

it('records the status of a job, and whether it is late', async () => {
  const company = await newCompany(db)
  const [scheduledStart, scheduledEnd] = [inDays(-2), inDays(-1)]
  const job = await newJob(company, { scheduledStart, scheduledEnd })
  const late = ['job_late not_late>late write']
  expect(await changesOf(company, job.uuid)).toEqual(late)
  await updateJob(company.admin, { id: job.id, scheduledEnd: inDays(1) })
  late.push('job_late late>not_late write')
  expect(await changesOf(company, job.uuid)).toEqual(late)
  await startJob(company.technician, { id: job.id })
  await cancelJob(company.admin, { id: job.id })
  expect(await changesOf(company, job.uuid)).toEqual([
    ...late,
    'job_status scheduled>in_progress write',
    'job_status in_progress>cancelled write',
  ])
})

it('records that a finding is no longer overdue', async () => {
  const company = await newCompany(db)
  const finding = await newFinding(company)
  await resolveFinding(company.technician, { id: finding.id, resolution: 'Repaired' })
  expect(await changesOf(company, finding.uuid)).toEqual([
    'finding_overdue not_overdue>overdue write',
    'finding_overdue overdue>not_overdue write',
  ])
})

it('rolls back with the write', async () => {
  const company = await newCompany(db)
  const asset = await newAsset(company)
  await expect(
    company.admin.db.transaction(async ({ prisma }) => {
      const where = { companyId_id: { companyId: company.companyId, id: asset.id } }
      await prisma.asset.update({ where, data: { defective: true } })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await changesOf(company)).toEqual([])
})
