import type { Job, JobZone } from '../../db/generated/prisma/client.js'
import type { Domain, RecordKey } from '../domain.js'
import { findAndLock, lockReference } from '../record/lock-reference.js'
import type { ValidationErrors } from '../validation-errors.js'
import { rejectTechnician, rejectType, rejectZone } from './job-references.js'
import { rejectFixed } from './job-status.js'
import type { JobChange } from './update-job.js'

type FoundJob = Job & { readonly jobZones: readonly JobZone[] }

/**
 * Looks up and locks the records that the input of an update refers to, with the checks of a new job. A reference that
 * does not change is not checked: the job keeps its type even if that is no longer active. Returns the changed columns.
 */
export async function checkChangedReferences(
  tx: Domain,
  errors: ValidationErrors,
  job: FoundJob,
  input: JobChange,
) {
  const change = { tx, errors, job }
  const siteId = await lockChanged(change, 'siteId', 'Site', input.siteId, job.siteId)
  const typeId = await lockChanged(change, 'jobTypeId', 'JobType', input.jobTypeId, job.typeId)
  if (typeId && !(await isActive(tx, typeId))) rejectType(errors)
  const { technicianId: technicianKey } = input
  const technicianId = await lockChanged(
    change,
    'technicianId',
    'User',
    technicianKey,
    job.technicianId,
  )
  if (technicianId && !(await isTechnician(tx, technicianId))) rejectTechnician(errors)
  const zones = await checkZones(change, input.zoneIds, siteId)
  return { siteId, typeId, technicianId, ...(zones && { jobZones: replaceZones(zones) }) }
}

interface JobUpdate {
  readonly tx: Domain
  readonly errors: ValidationErrors
  readonly job: FoundJob
}

/** The id of the new record; undefined if the reference does not change, 0 if it is invalid. */
async function lockChanged(
  { tx, errors, job }: JobUpdate,
  path: string,
  model: 'Site' | 'JobType' | 'User',
  key: RecordKey | null | undefined,
  current: number,
): Promise<number | undefined> {
  const id = await lockReference(tx, errors, path, model, key)
  if (id === null) {
    errors.required(path, id)
    return 0
  }
  if (id === undefined || id === current) return undefined
  if (id !== 0) rejectFixed(errors, job.status, path)
  return id
}

const isActive = async ({ prisma, viewer: { companyId } }: Domain, id: number) =>
  (await prisma.jobType.count({ where: { id, companyId, active: true } })) > 0

const isTechnician = async ({ prisma, viewer: { companyId } }: Domain, id: number) =>
  (await prisma.user.count({
    where: { id, companyId, active: true, membership: { role: 'technician' } },
  })) > 0

/** The ids of the new zones; undefined if they do not change. `siteId` is that of the new site, if there is one. */
async function checkZones(
  { tx, errors, job }: JobUpdate,
  keys: readonly RecordKey[] | null | undefined,
  siteId: number | undefined,
): Promise<number[] | undefined> {
  const current = job.jobZones.map(({ zoneId }) => zoneId)
  if (keys === undefined) {
    if (siteId && current.length > 0) {
      const message =
        'The zones of the job are not of the new site: give zones of that site, or none.'
      errors.add('INVALID', 'zoneIds', message)
    }
    return undefined
  }
  const ids = await findAndLock(tx, 'Zone', keys ?? [])
  const zones = await tx.prisma.zone.findMany({
    where: { companyId: tx.viewer.companyId, id: { in: ids.filter((id) => id !== null) } },
    select: { id: true, siteId: true },
  })
  const siteOf = new Map(zones.map((zone) => [zone.id, zone.siteId]))
  ids.forEach((id, index) => {
    errors.reference(['zoneIds', index], id, 'Zone')
    if (id !== null && siteId !== 0 && siteOf.get(id) !== (siteId ?? job.siteId)) {
      rejectZone(errors, index)
    }
  })
  const wanted = new Set(ids.filter((id) => id !== null))
  if (wanted.size === current.length && current.every((id) => wanted.has(id))) return undefined
  rejectFixed(errors, job.status, 'zoneIds')
  return [...wanted]
}

const replaceZones = (ids: readonly number[]) => ({
  deleteMany: {},
  createMany: { data: ids.map((zoneId) => ({ zoneId })) },
})
