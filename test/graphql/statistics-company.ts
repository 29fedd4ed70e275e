import { v7 as newUuid } from 'uuid'
import { Random } from '../../src/demo/random.js'
import {
  dueBasisOf,
  LONG_INTERVAL_DAYS,
  newAssetType,
  newClient,
  newCompany,
  newJobType,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'

export type StatisticsCompany = Awaited<ReturnType<typeof newStatisticsCompany>>

/** When clocks change in 2026: in Europe/London and in America/New_York. */
const CHANGES = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z']

/** A company with random records of 2026, many of them close to a change of clocks, and removed ones among them. */
export async function newStatisticsCompany(seed: string) {
  const random = new Random(seed)
  const company = await newCompany(testDatabase())
  const places = await newPlaces(company)
  const { db, companyId } = company
  const userId = company.admin.viewer.userId
  const owned = () => ({ uuid: newUuid(), companyId, userId })
  const instant = () => {
    const time = random.chance(0.5)
      ? Date.parse('2026-01-01T00:00Z') + random.integer(0, 364 * 86_400) * 1000
      : Date.parse(random.pick(CHANGES)) + random.integer(-30, 30) * 3_600_000
    return new Date(time)
  }
  const orNull = <Value>(value: Value) => (random.chance(0.3) ? null : value)
  const deleted = () => ({ deletedAt: random.chance(0.1) ? new Date() : null })

  const [due, undated] = places.assetTypes
  const dated = (nextInspection: Date | undefined) =>
    nextInspection
      ? { typeId: due!.id, dueBasis: dueBasisOf(nextInspection) }
      : { typeId: undated!.id }
  const assets = await db.prisma.asset.createManyAndReturn({
    data: Array.from({ length: 120 }, (_, at) => ({
      ...owned(),
      ...deleted(),
      code: `S-${at}`,
      zoneId: random.pick(places.zones).id,
      ...dated(random.chance(0.3) ? undefined : instant()),
      riskId: orNull(random.integer(1, 4)),
      defective: random.chance(0.3),
      decommissionedAt: random.chance(0.1) ? instant() : null,
      createdAt: instant(),
    })),
  })
  const jobs = await db.prisma.job.createManyAndReturn({
    data: Array.from({ length: 90 }, (_, at) => {
      const scheduledStart = instant()
      return {
        ...owned(),
        ...deleted(),
        number: at + 1,
        siteId: random.pick(places.sites).id,
        typeId: random.pick(places.jobTypes).id,
        technicianId: random.pick(places.users).id,
        status: random.pick(['scheduled', 'paused', 'completed', 'cancelled'] as const),
        scheduledStart,
        scheduledEnd: new Date(scheduledStart.getTime() + 3_600_000),
        completedAt: orNull(instant()),
        workedSeconds: random.integer(0, 20_000),
        requiresSignature: false,
      }
    }),
  })
  const inspections = await db.prisma.inspection.createManyAndReturn({
    data: Array.from({ length: 300 }, () => ({
      uuid: newUuid(),
      companyId,
      assetId: random.pick(assets).id,
      jobId: orNull(random.pick(jobs).id),
      inspectorId: random.pick(places.users).id,
      outcome: random.pick(['passed', 'passed', 'failed'] as const),
      score: orNull(random.integer(0, 100)),
      inspectedAt: instant(),
    })),
  })
  return { ...company, ...places, assets, jobs, inspections }
}

/** Two clients with two sites each, two zones a site, two types, and three users. A site has no manager. */
async function newPlaces(company: TestCompany) {
  const users = [company.users.technician, await newUser(company), await newUser(company)]
  const clients = [await newClient(company), await newClient(company)]
  const sites = []
  for (const [at, { id }] of [...clients, ...clients].entries()) {
    sites.push(await newSite(company, { clientId: id, managerId: users[at]?.id ?? null }))
  }
  const zones = []
  for (const { id } of [...sites, ...sites]) zones.push(await newZone(company, { siteId: id }))
  const assetTypes = [
    await newAssetType(company, { intervalDays: LONG_INTERVAL_DAYS }),
    await newAssetType(company),
  ]
  const jobTypes = [await newJobType(company), await newJobType(company)]
  return { users, clients, sites, zones, assetTypes, jobTypes }
}
