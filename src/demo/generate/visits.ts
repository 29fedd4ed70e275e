import type { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { after, type Context, cyclicItem, DAY_MS, daysAgo, groupBy } from './context.js'

type Job = CompanyRows['Job'][number]
type Asset = CompanyRows['Asset'][number]

/** The approximate fraction of the visits without monthly checks that belong to a job. */
const IN_JOBS = 0.6

/** The fraction of the overdue assets that other visits inspect, if there are as many. */
const VISITED = 0.88

/** An inspection without its outcome. */
export interface Visit {
  readonly asset: Asset
  readonly job: Job | null
  readonly inspectorId: number
  readonly inspectedAt: Date
  /** Whether an answer fails. Absent: at random. */
  readonly fails?: boolean
}

/** The ids of the sites of zones, by the ids of these. */
export const sitesOfZones = (zones: CompanyRows['Zone']) =>
  new Map(zones.map(({ id, siteId }) => [id, siteId]))

/** The probability that an inspection fails. It is high for every seventh site. */
export const failureRate = (siteId: number | undefined) => ((siteId ?? 0) % 7 === 3 ? 0.4 : 0.05)

/** Whether the asset existed and was not decommissioned during the whole period. */
export const isInUse = ({ createdAt, decommissionedAt }: Asset, from: Date, to = from): boolean =>
  (createdAt as Date) < from && (!decommissionedAt || (decommissionedAt as Date) > to)

/** Visits in jobs, at most as many as the company has inspections besides the monthly checks. */
export function visitsInJobs(
  context: Context,
  rows: Rows<'Zone' | 'Asset' | 'Job' | 'JobZone'>,
): Visit[] {
  const { random, counts, now, company } = context
  const siteOf = sitesOfZones(rows.Zone)
  const assetsOfZone = groupBy(rows.Asset, ({ zoneId }) => zoneId)
  const zonesOfJob = groupBy(rows.JobZone, ({ jobId }) => jobId)
  const zonesOfSite = groupBy(siteOf.keys(), (zoneId) => siteOf.get(zoneId))
  const started = rows.Job.filter(({ startedAt }) => startedAt !== null)
  const isSingle = ({ typeId }: Job) =>
    cyclicItem(company.catalogue.jobTypes, typeId - 1).singleInspection
  const singles = started.filter(isSingle).length
  const average = (counts.inspections * IN_JOBS - singles) / (started.length - singles)

  return started
    .flatMap((job): Visit[] => {
      const from = job.startedAt as Date
      const to = (job.completedAt as Date | null) ?? now
      const zoneIds = zonesOfJob.get(job.id)?.map(({ zoneId }) => zoneId)
      const assets = (zoneIds ?? zonesOfSite.get(job.siteId) ?? [])
        .flatMap((zoneId) => assetsOfZone.get(zoneId) ?? [])
        .filter((asset) => isInUse(asset, from, to))
      const count = isSingle(job) ? 1 : random.integer(1, Math.round(average * 2 - 1))
      return random.sample(assets, count).map((asset) => ({
        asset,
        job,
        inspectorId: job.technicianId,
        inspectedAt: after(from, (to.getTime() - from.getTime()) * random.fraction()),
      }))
    })
    .slice(0, counts.inspections)
}

/**
 * Visits without a job, of assets that have no monthly checks. Most of them are of assets that would be overdue without them.
 * `earlier` are the visits in jobs.
 */
export function otherVisits(
  context: Context,
  rows: Rows<'Asset' | 'AssetType'>,
  earlier: readonly Visit[],
  technicianIds: readonly number[],
): Visit[] {
  const { random, counts } = context
  const assets = rows.Asset.filter((asset) => !hasMonthlyChecks(typeOf(rows, asset)))
  // The assets with monthly checks have no visits that belong to no job.
  const left = counts.inspections * (1 - IN_JOBS) * (1 - assets.length / rows.Asset.length)
  const count = Math.round(counts.inspections - left) - earlier.length
  const overdue = findOverdue(context, assets, rows, earlier)
  const visits: Visit[] = []
  while (visits.length < count) {
    const asset = random.chance(0.1) ? random.pick(assets) : (overdue.pop() ?? random.pick(assets))
    const days = Math.min(363, 0.8 * (daysOf(typeOf(rows, asset)) || 363))
    const inspectedAt = daysAgo(context, random.integer(0, Math.floor(days)))
    const inspectorId = random.pick(technicianIds)
    if (isInUse(asset, inspectedAt)) visits.push({ asset, job: null, inspectorId, inspectedAt })
  }
  return visits
}

type AssetType = CompanyRows['AssetType'][number]

export const typeOf = ({ AssetType }: Rows<'AssetType'>, { typeId }: Asset): AssetType =>
  cyclicItem(AssetType, typeId - 1)

/** Whether the assets of the type are checked each month. */
export const hasMonthlyChecks = ({ intervalMonths }: AssetType) => intervalMonths === 1

/** The approximate number of days of a type's interval; 0 if it has none. */
const daysOf = ({ intervalMonths, intervalDays }: AssetType) =>
  (intervalMonths ?? 0) * 30 + (intervalDays ?? 0)

/** Most of the assets that are overdue after these visits, in random order. */
function findOverdue(
  { random, now }: { readonly random: Random; readonly now: Date },
  assets: readonly Asset[],
  rows: Rows<'AssetType'>,
  visits: readonly Visit[],
): Asset[] {
  const last = new Map<number, Date>()
  for (const { asset, inspectedAt } of visits) {
    if (inspectedAt > (last.get(asset.id) ?? 0)) last.set(asset.id, inspectedAt)
  }
  const isOverdue = (asset: Asset) => {
    const days = daysOf(typeOf(rows, asset))
    const basis = last.get(asset.id) ?? (asset.createdAt as Date)
    return days > 0 && !asset.decommissionedAt && after(basis, days * DAY_MS) < now
  }
  const found = assets.filter(isOverdue)
  return random.sample(found, found.length * VISITED)
}
