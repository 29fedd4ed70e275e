import type { JobStatus } from '../../db/generated/prisma/enums.js'
import { COMPANY_ID, type CompanyRows } from '../rows.js'
import { firstNames, lastNames } from '../words.js'
import { after, type Context, groupBy, HOUR_MS, inTurn } from './context.js'
import { courseOf } from './job-course.js'

type Job = CompanyRows['Job'][number]

/** What part of the jobs is in which state; the rest is completed. At least one is in each. */
const SHARES: Partial<Record<JobStatus, number>> = {
  scheduled: 0.18,
  cancelled: 0.08,
  in_progress: 0.03,
  paused: 0.02,
}

/** Who does the jobs, and who plans them. */
export interface Staff {
  readonly adminIds: readonly number[]
  readonly technicianIds: readonly number[]
  /** Technicians who have left: they did some of the oldest jobs. */
  readonly leaverIds: readonly number[]
}

/** Jobs in all states, numbered in the order of their creation, and the zones that they are about. */
export function generateJobs(
  context: Context,
  { Site: sites, Zone: zones }: Pick<CompanyRows, 'Site' | 'Zone'>,
  staff: Staff,
): Pick<CompanyRows, 'Job' | 'JobZone'> {
  const { random, counts } = context
  const courses = random
    .shuffled(statusesOf(counts.jobs))
    .map((status) => courseOf(context, status))
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const jobs = courses.map((course, index): Job => {
    const typeIndex = random.integer(0, context.plan.catalogue.jobTypes.length - 1)
    const type = inTurn(context.plan.catalogue.jobTypes, typeIndex)
    const isOld = index < courses.length / 3 && course.status === 'completed'
    const technicians = isOld ? [...staff.technicianIds, ...staff.leaverIds] : staff.technicianIds
    const technicianId = random.pick(technicians)
    const userId = random.pick(staff.adminIds)
    const signature = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const lastChange = course.completedAt ?? course.cancelledAt ?? course.workingSince
    return {
      id: index + 1,
      uuid: random.uuid(),
      companyId: COMPANY_ID,
      number: index + 1,
      siteId: random.pick(sites).id,
      typeId: typeIndex + 1,
      technicianId,
      userId,
      ...course,
      closedById: { completed: technicianId, cancelled: userId }[course.status as string] ?? null,
      specialInstructions: random.chance(0.4) ? random.pick(type.instructions) : null,
      reference: random.chance(0.6) ? `PO-${random.digits(5)}` : null,
      requiresSignature: type.requiresSignature,
      signatureName: course.status === 'completed' && type.requiresSignature ? signature : null,
      syncedAt: course.startedAt && after(course.createdAt, HOUR_MS * random.fraction()),
      updatedAt: lastChange ?? course.startedAt ?? course.createdAt,
    }
  })
  return { Job: jobs, JobZone: zonesOf(context, jobs, zones) }
}

function statusesOf(count: number): JobStatus[] {
  const open = Object.entries(SHARES).flatMap(([status, share]) =>
    Array.from({ length: Math.max(1, Math.round(count * share)) }, () => status as JobStatus),
  )
  return [...open, ...Array.from({ length: count - open.length }, () => 'completed' as const)]
}

/** Nine jobs in ten are about up to three zones of their site, the others about all of it. */
function zonesOf({ random }: Context, jobs: Job[], zones: CompanyRows['Zone']) {
  const ofSite = groupBy(zones, ({ siteId }) => siteId)
  return jobs.flatMap(({ id, siteId }) => {
    const chosen = random.chance(0.9) ? random.integer(1, 3) : 0
    return random
      .sample(ofSite.get(siteId) ?? [], chosen)
      .map((zone) => ({ companyId: COMPANY_ID, jobId: id, zoneId: zone.id }))
  })
}
