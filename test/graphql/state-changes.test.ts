import { expect, it } from 'vitest'
import { recordInspection } from '../../src/domain/inspection/record-inspection.js'
import { startJob } from '../../src/domain/job/start-job.js'
import { changesOf, DAY_MS, inDays, tick } from '../domain/state-change/state-changes.js'
import {
  newAsset,
  newAssetType,
  newCompany,
  newFinding,
  newJob,
  newSite,
  newZone,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph } from '../support/graphql.js'
import { untilSettled } from '../support/until-settled.js'

const db = testDatabase()

/** A company with a failing site, a weekly and a yearly asset, a finding and a job that was started. */
async function eventfulCompany() {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const site = await newSite(company)
  const zone = await newZone(company, { siteId: site.id })
  const type = await newAssetType(company, { intervalDays: 7 })
  const of = { zoneId: zone.id, typeId: type.id }
  const [overdue, defective, fine] = [
    await newAsset(company, { ...of, createdAt: inDays(-8) }),
    await newAsset(company, { ...of, createdAt: inDays(-3) }),
    await newAsset(company, of),
  ]
  const finding = await newFinding(company, { assetId: fine.id, dueAt: inDays(-1) })
  const job = await newJob(company, { siteId: site.id, typeId: (await newJob(company)).typeId })
  await tick(new Date(), inDays(-10))
  await recordInspection(company.technician, { assetId: defective.id, outcome: 'failed' })
  await startJob(company.technician, { id: job.id })
  return { company, site, overdue, defective, fine, finding, job }
}

it('lists the state changes of the company to every user, and those of each record', async () => {
  const { company, site, overdue, defective, finding, job } = await eventfulCompany()
  const hash = new Uint8Array([1, ...Buffer.from(company.uuid)])
  const { companyId } = company
  const key = { companyId, uuid: crypto.randomUUID(), name: 'K', prefix: 'k', hash }
  await db.prisma.apiKey.create({
    data: { ...key, userId: company.users.admin.id, expiresAt: inDays(1) },
  })
  await tick()
  expect(await changesOf(company, key.uuid)).toHaveLength(1)
  await untilSettled(company.admin)
  const FIELDS =
    'nodes { recordType recordId kind from to cause record { id ... on Asset { code } } }'
  const { data } = await graph(company.technician)(`{
    stateChanges(orderBy: [{ field: TRANSACTION }]) { totalCount ${FIELDS} }
    asset(by: { databaseId: ${overdue.id} }) { stateChanges { ${FIELDS} nodes { at } } }
    site(by: { databaseId: ${site.id} }) { stateChanges { nodes { kind to } } }
    job(by: { databaseId: ${job.id} }) { stateChanges { nodes { kind to } } }
    finding(by: { databaseId: ${finding.id} }) { stateChanges { nodes { kind to } } }
  }`)
  const told = data.stateChanges.nodes as Record<string, string>[]
  expect(
    told.map(({ recordId, kind, from, to, cause }) => [recordId, kind, from, to, cause]),
  ).toEqual(
    expect.arrayContaining([
      [finding.uuid, 'FINDING_OVERDUE', 'NOT_OVERDUE', 'OVERDUE', 'WRITE'],
      [overdue.uuid, 'ASSET_STATUS', 'OK', 'OVERDUE', 'TIME'],
      [site.uuid, 'SITE_FAILING', 'NOT_FAILING', 'FAILING', 'WRITE'],
      [defective.uuid, 'ASSET_STATUS', 'OK', 'DEFECTIVE', 'WRITE'],
      [job.uuid, 'JOB_STATUS', 'SCHEDULED', 'IN_PROGRESS', 'WRITE'],
    ]),
  )
  expect(data.stateChanges.totalCount).toBe(5)
  const [own] = data.asset.stateChanges.nodes
  expect(own).toMatchObject({
    record: { id: overdue.uuid, code: overdue.code },
    at: new Date(+overdue.createdAt + 7 * DAY_MS).toISOString(),
  })
  expect(data.site.stateChanges.nodes).toEqual([{ kind: 'SITE_FAILING', to: 'FAILING' }])
  expect(data.job.stateChanges.nodes).toEqual([{ kind: 'JOB_STATUS', to: 'IN_PROGRESS' }])
  expect(data.finding.stateChanges.nodes).toEqual([{ kind: 'FINDING_OVERDUE', to: 'OVERDUE' }])
})

it('filters them', async () => {
  const { company, overdue } = await eventfulCompany()
  const count = async (filter: string) => {
    const { data } = await graph(company.admin)(
      `{ stateChanges(filter: ${filter}) { totalCount } }`,
    )
    return data.stateChanges.totalCount as number
  }
  expect(await count(`{ recordIds: ["${overdue.uuid}", "no id"] }`)).toBe(1)
  expect(await count('{ recordTypes: [ASSET] }')).toBe(2)
  expect(await count('{ kinds: [SITE_FAILING, JOB_STATUS] }')).toBe(2)
  expect(await count('{ states: [OVERDUE] }')).toBe(2)
  expect(await count('{ causes: [TIME] }')).toBe(1)
  expect(await count(`{ at: { to: "${inDays(-0.5).toISOString()}" } }`)).toBe(1)
  expect(await count('{ or: [{ kinds: [ASSET_STATUS] }, { not: { causes: [WRITE] } }] }')).toBe(2)
  expect(await count('{ and: [{ recordTypes: [JOB] }, { causes: [TIME] }] }')).toBe(0)
})

it('follows them by cursor', async () => {
  const { company } = await eventfulCompany()
  await untilSettled(company.admin)
  const seen: string[] = []
  let after: string | null = null
  for (;;) {
    const { data } = await graph(company.technician)(
      `query ($after: String) { stateChanges(first: 2, after: $after, orderBy: [{ field: TRANSACTION }]) {
        nodes { key } pageInfo { hasNextPage endCursor } } }`,
      { after },
    )
    const { nodes, pageInfo } = data.stateChanges
    seen.push(...nodes.map(({ key }: { key: string }) => key))
    if (!pageInfo.hasNextPage) break
    after = pageInfo.endCursor as string
  }
  expect(seen).toHaveLength(5)
  expect(new Set(seen).size).toBe(5)
})

it('says since when an asset, a job and a site have their states', async () => {
  const { company, site, overdue, defective, fine, job } = await eventfulCompany()
  const read = async () => {
    const { data } = await graph(company.technician)(`{
      overdue: asset(by: { databaseId: ${overdue.id} }) { statusSince }
      defective: asset(by: { databaseId: ${defective.id} }) { statusSince lastInspectedAt }
      fine: asset(by: { databaseId: ${fine.id} }) { statusSince }
      job(by: { databaseId: ${job.id} }) { statusSince startedAt }
      sites { nodes { databaseId failing failingSince } }
    }`)
    return data
  }
  const data = await read()
  expect(data.overdue.statusSince).toBe(new Date(+overdue.createdAt + 7 * DAY_MS).toISOString())
  expect(data.fine.statusSince).toBe(fine.createdAt.toISOString())
  const near = (time: string) => Math.abs(Date.parse(time) - Date.now()) < 600_000
  expect(near(data.defective.statusSince)).toBe(true)
  expect(near(data.job.statusSince)).toBe(true)
  for (const { databaseId, failing, failingSince } of data.sites.nodes) {
    expect(failing).toBe(databaseId === site.id)
    expect(failingSince === null).toBe(!failing)
  }
  await recordInspection(company.technician, { assetId: defective.id, outcome: 'passed' })
  const later = await read()
  expect(later.defective.statusSince > data.defective.statusSince).toBe(true)
  expect(
    later.sites.nodes.every((each: { failingSince: unknown }) => each.failingSince === null),
  ).toBe(true)
})

it('counts the days that assets are overdue', async () => {
  const { company, fine } = await eventfulCompany()
  await newAsset(company, { typeId: fine.typeId, zoneId: fine.zoneId, createdAt: inDays(-12.5) })
  const { data } = await graph(company.admin)(`{
    assetStatistics { nodes { count averageDaysOverdue maxDaysOverdue } }
    none: assetStatistics(filter: { overdue: false }) { nodes { averageDaysOverdue maxDaysOverdue } }
  }`)
  expect(data.assetStatistics.nodes).toEqual([
    { count: 4, averageDaysOverdue: 3, maxDaysOverdue: 5 },
  ])
  expect(data.none.nodes).toEqual([{ averageDaysOverdue: null, maxDaysOverdue: null }])
})
