import { Random } from '../random.js'
import type { CompanyRows, Rows } from '../rows.js'
import { answerChecklist } from './checklists.js'
import {
  after,
  type Context,
  DAY_MS,
  daysAgo,
  groupBy,
  cyclicItem,
  newIdentity,
} from './context.js'

type Job = CompanyRows['Job'][number]
type Asset = CompanyRows['Asset'][number]

/** The approximate fraction of inspections that belong to a job. */
const IN_JOBS = 0.6

/** An inspection without its outcome. */
interface Visit {
  readonly asset: Asset
  readonly job: Job | null
  readonly inspectorId: number
  readonly inspectedAt: Date
}

/** The inspections of the last year, oldest first. Most belong to jobs. */
export function generateInspections(
  context: Context,
  rows: Rows<'Zone' | 'Asset' | 'AssetType' | 'Job' | 'JobZone' | 'ChecklistVersion'>,
  technicianIds: readonly number[],
): CompanyRows['Inspection'] {
  const { random, counts } = context
  const { jobTypes, assetTypes } = context.company.catalogue
  const siteOf = new Map(rows.Zone.map(({ id, siteId }) => [id, siteId]))
  const visits = visitsInJobs(context, rows, siteOf)
  const overdue = findOverdue(context, rows, visits)
  while (visits.length < counts.inspections) {
    // Most of the other inspections are of assets that would be overdue without them.
    const asset = random.chance(0.1)
      ? random.pick(rows.Asset)
      : (overdue.pop() ?? random.pick(rows.Asset))
    const days = Math.min(363, 0.8 * (daysOf(cyclicItem(rows.AssetType, asset.typeId - 1)) || 363))
    const inspectedAt = daysAgo(context, random.integer(0, Math.floor(days)))
    const inspectorId = random.pick(technicianIds)
    if (isInUse(asset, inspectedAt)) visits.push({ asset, job: null, inspectorId, inspectedAt })
  }
  // A generator of its own, so that the answers change no other data.
  const own = new Random(`${context.company.key} answers`)
  visits.sort((one, other) => one.inspectedAt.getTime() - other.inspectedAt.getTime())

  return visits.map(({ asset, job, inspectorId, inspectedAt }, index) => {
    const passed = !random.chance(failureRate(siteOf.get(asset.zoneId)))
    const pass = job && cyclicItem(jobTypes, job.typeId - 1).passPercentage
    const { faults } = cyclicItem(assetTypes, asset.typeId - 1)
    const score = pass && (passed ? random.integer(pass, 100) : random.integer(20, pass - 1))
    const note = passed ? noteOf(random) : random.pick(faults)
    const visit = { fails: !passed, note: note ?? '', answeredAt: inspectedAt }
    const version = cyclicItem(rows.ChecklistVersion, asset.typeId - 1)
    const answered = answerChecklist(own, version, visit, pass)
    return {
      ...newIdentity(context, index),
      assetId: asset.id,
      jobId: job?.id ?? null,
      inspectorId,
      ...(answered ?? { outcome: passed ? 'passed' : 'failed', score }),
      note,
      inspectedAt,
      createdAt: inspectedAt,
      updatedAt: inspectedAt,
    }
  })
}

function visitsInJobs(
  context: Context,
  rows: Rows<'Zone' | 'Asset' | 'Job' | 'JobZone'>,
  siteOf: ReadonlyMap<number, number>,
): Visit[] {
  const { random, counts, now, company } = context
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

/** The probability that an inspection fails. It is high for every seventh site. */
const failureRate = (siteId: number | undefined) => ((siteId ?? 0) % 7 === 3 ? 0.4 : 0.05)

/** Whether the asset existed and was not decommissioned during the whole period. */
const isInUse = ({ createdAt, decommissionedAt }: Asset, from: Date, to = from): boolean =>
  (createdAt as Date) < from && (!decommissionedAt || (decommissionedAt as Date) > to)

/** The note of a passed inspection. */
const noteOf = (random: Random): string | null =>
  random.chance(0.1) ? random.pick(['Cleaned.', 'Label renewed.', 'No remarks.']) : null

/** The approximate number of days of a type's interval; 0 if it has none. */
const daysOf = ({ intervalMonths, intervalDays }: CompanyRows['AssetType'][number]) =>
  (intervalMonths ?? 0) * 30 + (intervalDays ?? 0)

/** The assets that are overdue after these visits, in random order. */
function findOverdue(
  { random, now }: Context,
  { Asset, AssetType }: Rows<'Asset' | 'AssetType'>,
  visits: readonly Visit[],
): Asset[] {
  const last = new Map<number, Date>()
  for (const { asset, inspectedAt } of visits) {
    if (inspectedAt > (last.get(asset.id) ?? 0)) last.set(asset.id, inspectedAt)
  }
  const isOverdue = ({ id, typeId, createdAt, decommissionedAt }: Asset) => {
    const days = daysOf(cyclicItem(AssetType, typeId - 1))
    const basis = last.get(id) ?? (createdAt as Date)
    return days > 0 && !decommissionedAt && after(basis, days * DAY_MS) < now
  }
  const found = Asset.filter(isOverdue)
  return random.sample(found, found.length)
}
