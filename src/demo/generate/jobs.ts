import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { COMPANY_ID, type CompanyRows, type Rows } from '../rows.js'
import { firstNames, lastNames } from '../words.js'
import { after, type Context, groupBy, HOUR_MS, cyclicItem, newIdentity } from './context.js'
import { timesOf } from './job-times.js'

type Job = CompanyRows['Job'][number]

/** The fractions of jobs with these statuses, at least one job each. All other jobs are completed. */
const SHARES: Partial<Record<JobStatus, number>> = {
  scheduled: 0.18,
  cancelled: 0.08,
  in_progress: 0.03,
  paused: 0.02,
}

/**
 * Jobs with all statuses, numbered in the order of their creation, and the links to their zones. `leaverIds` are the
 * ids of former technicians, who did some of the oldest jobs.
 */
export function generateJobs(
  context: Context,
  { Site: sites, Zone: zones }: Rows<'Site' | 'Zone'>,
  staff: Record<'adminIds' | 'technicianIds' | 'leaverIds', readonly number[]>,
): Rows<'Job' | 'JobZone'> {
  const { random, counts } = context
  const { jobTypes } = context.company.catalogue
  const allTimes = random
    .shuffled(statusesOf(counts.jobs))
    .map((status) => timesOf(context, status))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const jobs = allTimes.map((times, index): Job => {
    const typeIndex = random.integer(0, jobTypes.length - 1)
    const type = cyclicItem(jobTypes, typeIndex)
    const isOld = index < allTimes.length / 3 && times.status === 'completed'
    const technicians = isOld ? [...staff.technicianIds, ...staff.leaverIds] : staff.technicianIds
    const technicianId = random.pick(technicians)
    const userId = random.pick(staff.adminIds)
    const signature = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const lastChange = times.completedAt ?? times.cancelledAt ?? times.workingSince
    return {
      ...newIdentity(context, index),
      number: index + 1,
      siteId: random.pick(sites).id,
      typeId: typeIndex + 1,
      technicianId,
      userId,
      ...times,
      closedById: { completed: technicianId, cancelled: userId }[times.status as string] ?? null,
      specialInstructions: random.chance(0.4) ? random.pick(type.instructions) : null,
      reference: random.chance(0.6) ? `PO-${random.digits(5)}` : null,
      requiresSignature: type.requiresSignature,
      signatureName: times.status === 'completed' && type.requiresSignature ? signature : null,
      syncedAt: times.startedAt && after(times.createdAt, HOUR_MS * random.fraction()),
      updatedAt: lastChange ?? times.startedAt ?? times.createdAt,
    }
  })
  return { Job: jobs, JobZone: generateLinks(context, jobs, zones) }
}

function statusesOf(count: number): JobStatus[] {
  const open = Object.entries(SHARES).flatMap(([status, share]) =>
    Array.from({ length: Math.max(1, Math.round(count * share)) }, () => status as JobStatus),
  )
  return [...open, ...Array.from({ length: count - open.length }, () => 'completed' as const)]
}

/** Nine jobs in ten have one to three zones of their site. The others have none: they concern the whole site. */
function generateLinks({ random }: Context, jobs: Job[], zones: CompanyRows['Zone']) {
  const zonesOfSite = groupBy(zones, ({ siteId }) => siteId)
  return jobs.flatMap(({ id, siteId }) => {
    const count = random.chance(0.9) ? random.integer(1, 3) : 0
    return random
      .sample(zonesOfSite.get(siteId) ?? [], count)
      .map((zone) => ({ companyId: COMPANY_ID, jobId: id, zoneId: zone.id }))
  })
}
