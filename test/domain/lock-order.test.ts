import type { EventEmitter } from 'node:events'
import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { updateAssetType } from '../../src/domain/asset-type/update-asset-type.js'
import { updateAssets } from '../../src/domain/asset/update-assets.js'
import { createFinding } from '../../src/domain/finding/create-finding.js'
import { createJobFromFindings } from '../../src/domain/finding/create-job-from-findings.js'
import { recordInspections } from '../../src/domain/inspection/record-inspections.js'
import { createJobs } from '../../src/domain/job/create-jobs.js'
import { updateJobs } from '../../src/domain/job/update-jobs.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../src/domain/removal/restore-record.js'
import { updateSite } from '../../src/domain/site/update-site.js'
import { updateUser } from '../../src/domain/user/update-user.js'
import { updateZone } from '../../src/domain/zone/update-zone.js'
import {
  customField,
  newAsset,
  newAssetType,
  newCompany,
  newJob,
  newJobType,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { serviceDatabase, testDatabase } from '../support/database.js'

const db = testDatabase()
const ROUNDS = 4
const count = 8

/** Records that the mutations of all pairs change. */
async function newRecords(company: TestCompany) {
  const technicians = [await newUser(company), await newUser(company)] as const
  const sites = [await newSite(company), await newSite(company)] as const
  const zone = await newZone(company, { siteId: sites[0].id })
  const type = await newJobType(company)
  const field = customField()
  const assetType = await newAssetType(company, { customFields: [field] })
  const metaData = { [field.fieldId]: 'old' }
  const asset = { zoneId: zone.id, typeId: assetType.id, metaData }
  const jobs = []
  const assets = []
  for (let index = 0; index < count; index += 1) {
    const technicianId = technicians[index % 2 === 0 ? 0 : 1].id
    jobs.push(await newJob(company, { siteId: sites[0].id, technicianId }))
    assets.push(await newAsset(company, asset))
  }
  const spare = await newAsset(company, asset)
  return { technicians, sites, zone, type, field, assetType, jobs, assets, spare }
}

type Records = Awaited<ReturnType<typeof newRecords>>
type Mutation = (company: TestCompany, records: Records, round: number) => Promise<unknown>

const pick = <Item>(items: readonly [Item, Item], round: number) => items[round % 2 === 0 ? 0 : 1]
/** Every second time in the reverse order. */
const inTurn = <Item>(items: readonly Item[], round: number) =>
  round % 2 === 0 ? items : items.toReversed()

/** The mutations that lock several records. */
const mutations: Readonly<Record<string, Mutation>> = {
  updateUser: ({ admin }, { technicians }, round) =>
    updateUser(admin, {
      id: pick(technicians, round).id,
      firstName: `Name ${round}`,
      reassignOpenJobsTo: pick(technicians, round + 1).id,
    }),
  updateJobs: ({ admin }, { jobs, technicians }, round) =>
    updateJobs(admin, {
      rows: inTurn(jobs, round).map(({ id }, index) => ({
        id,
        technicianId: pick(technicians, index + round).id,
        reference: `R-${round}`,
      })),
    }),
  createJobs: ({ admin }, { sites, technicians, type }, round) =>
    createJobs(admin, {
      rows: Array.from({ length: count }, (_, index) => ({
        siteId: sites[0].id,
        jobTypeId: type.id,
        technicianId: pick(technicians, index + round).id,
        scheduledStart: new Date('2030-01-07T09:00:00Z'),
        scheduledEnd: new Date('2030-01-07T11:00:00Z'),
      })),
    }),
  updateSite: ({ admin }, { sites, technicians }, round) =>
    updateSite(admin, {
      id: sites[0].id,
      managerId: pick(technicians, round).id,
      address: { timezone: pick(['Asia/Tokyo', 'Europe/London'], round) },
    }),
  updateZone: ({ admin }, { zone, sites }, round) =>
    updateZone(admin, { id: zone.id, siteId: sites[0].id, name: `Zone ${round}` }),
  updateAssets: ({ admin }, { assets, zone }, round) =>
    updateAssets(admin, {
      rows: inTurn(assets, round).map(({ id }) => ({
        id,
        zoneId: zone.id,
        code: `${id}-${round}`,
      })),
    }),
  updateAssetType: ({ admin }, { assetType, field }, round) =>
    updateAssetType(admin, {
      id: assetType.id,
      customFields: [{ ...field, label: `Label ${round}` }],
    }),
  updateCustomFieldValues: ({ admin }, { assets, zone, field }, round) =>
    updateAssets(admin, {
      rows: inTurn(assets, round).map(({ id }) => ({
        id,
        zoneId: zone.id,
        customFieldValues: [{ fieldId: field.fieldId, value: `Value ${round}` }],
      })),
    }),
  createJobFromFindings: async ({ admin }, { assets, technicians, type }, round) => {
    const findingIds = []
    for (const { id: assetId } of inTurn(assets, round)) {
      const { id } = await createFinding(admin, { assetId, title: 'Rust', severity: 'Low' })
      findingIds.push(id)
    }
    await createJobFromFindings(admin, {
      findingIds,
      jobTypeId: type.id,
      technicianId: pick(technicians, round).id,
      scheduledStart: new Date('2030-01-07T09:00:00Z'),
      scheduledEnd: new Date('2030-01-07T11:00:00Z'),
    })
  },
  restoreAsset: async ({ admin }, { spare: { id } }) => {
    await removeRecord(admin, 'Asset', { id })
    await restoreRecord(admin, 'Asset', { id })
  },
  recordInspections: ({ admin }, { assets }, round) =>
    recordInspections(admin, {
      rows: inTurn(assets, round).map(({ id }) => ({ assetId: id, outcome: 'passed' as const })),
    }),
}

const names = Object.keys(mutations)
const pairs = names.flatMap((one, index) => names.slice(index).map((other) => [one, other]))

/** The deadlocks that PostgreSQL, or on a distributed database Citus, has reported to the service. */
let deadlocks = 0

const listened = new WeakSet<PoolClient>()
serviceDatabase().pool.on('acquire', (client: PoolClient & { connection: EventEmitter }) => {
  if (listened.has(client)) return
  listened.add(client)
  client.connection.on('errorMessage', ({ code }: { code: string }) => {
    if (code === '40P01') deadlocks += 1
  })
})

it('counts the deadlocks, also those after which the service repeats a transaction', async () => {
  const text = "do $$ begin raise sqlstate '40P01'; end $$"
  await expect(serviceDatabase().write({ text })).rejects.toMatchObject({ code: '40P01' })
  expect(deadlocks).toBe(2)
})

describe.each(pairs)('%s beside %s', (one = '', other = '') => {
  it('waits for its locks, without a deadlock', async () => {
    const company = await newCompany(db)
    const records = await newRecords(company)
    const before = deadlocks
    for (let round = 0; round < ROUNDS; round += 1) {
      const running = [one, other, one, other].map((name, index) =>
        (mutations[name] as Mutation)(company, records, round + index),
      )
      await Promise.all(running)
    }
    expect(deadlocks).toBe(before)
  })
})
