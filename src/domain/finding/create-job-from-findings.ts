import { authorise } from '../access/authorise.js'
import { FoundByKey } from '../bulk/found-by-key.js'
import { MAX_ROWS, Rows } from '../bulk/rows.js'
import { type Domain, inTransaction, queryRows, type RecordKey } from '../domain.js'
import { DomainError } from '../errors.js'
import { insertNewJobs } from '../job/create-jobs.js'
import type { CreatedJob } from '../job/insert-jobs.js'
import { isOpen } from '../job/job-status.js'
import type { NewJob } from '../job/new-job.js'
import { findAndLock } from '../record/lock-reference.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'
import { ValidationErrors } from '../validation-errors.js'

export interface NewJobFromFindings extends Omit<NewJob, 'siteId' | 'zoneIds'> {
  /** Open findings of one site without unfinished jobs. */
  readonly findingIds: readonly RecordKey[]
}

/**
 * Creates a job that resolves findings. Its site and zones are those of their assets. The findings are locked after the job is
 * created, because everything that the job refers to is locked before findings; then they are checked again.
 */
export async function createJobFromFindings(
  domain: Domain,
  { findingIds, ...input }: NewJobFromFindings,
): Promise<CreatedJob> {
  authorise(domain.viewer, 'createJobFromFindings')
  return inTransaction(domain, async (tx) => {
    const checked = new ValidationErrors(tx)
    const findings = checkFindings(checked, findingIds, await find(tx, findingIds))
    const job = await insertJob(tx, input, findings, checked)

    const ids = findings.map(({ id }) => id)
    await findAndLock(tx, 'Finding', ids, 'update')
    const errors = new ValidationErrors(tx)
    checkFindings(errors, findingIds, await find(tx, findingIds))
    errors.throwIfAny()
    await tx.prisma.finding.updateMany({
      where: { companyId: tx.viewer.companyId, id: { in: ids } },
      data: { jobId: job.id, updatedAt: tx.now() },
    })
    return job
  })
}

interface FoundFinding {
  readonly id: number
  readonly uuid: string
  readonly status: string
  readonly zoneId: number
  readonly siteId: number
  readonly hasOpenJob: boolean
}

const find = (domain: Domain, keys: readonly RecordKey[]): Promise<FoundFinding[]> => {
  const { ids, uuids } = idsAndUuids(keys)
  const values = [domain.viewer.companyId, ids, uuids]
  return queryRows<FoundFinding>(domain, { name: 'find-findings-for-job', text: FIND, values })
}

/** Rejects findings for which no job can be created. Returns those that were found, without duplicates. */
function checkFindings(
  errors: ValidationErrors,
  keys: readonly RecordKey[],
  findings: readonly FoundFinding[],
): FoundFinding[] {
  if (keys.length === 0) errors.add('REQUIRED', 'findingIds', 'At least one finding is required.')
  if (keys.length > MAX_ROWS)
    errors.add('TOO_LONG', 'findingIds', `At most ${MAX_ROWS} findings are allowed.`)
  const byKey = new FoundByKey(findings)
  const found = keys.map((key) => byKey.get(key))
  const first = found.find((finding) => finding !== null)
  found.forEach((finding, index) => {
    const path = ['findingIds', index]
    errors.reference(path, finding, 'Finding')
    if (!finding || !first) return
    if (finding.status !== 'open')
      errors.add('WRONG_STATE', path, `The finding is ${finding.status}, not open.`)
    if (finding.hasOpenJob) errors.add('WRONG_STATE', path, 'The finding already has an open job.')
    if (finding.siteId !== first.siteId)
      errors.add('INVALID', path, 'This finding is at another site than the first one.')
  })
  return [...new Set(found.filter((finding) => finding !== null))]
}

/** Inserts the job. Throws INVALID with the errors of the findings and of the job. */
async function insertJob(
  domain: Domain,
  input: Omit<NewJobFromFindings, 'findingIds'>,
  findings: readonly FoundFinding[],
  { all }: ValidationErrors,
): Promise<CreatedJob> {
  const siteId = findings[0]?.siteId
  const here = findings.filter((finding) => finding.siteId === siteId)
  const zoneIds = [...new Set(here.map(({ zoneId }) => zoneId))]
  const rows = Rows.one<NewJob>(domain, { ...input, siteId: siteId ?? 0, zoneIds })
  for (const { code, path, message } of all) rows.all[0]?.errors.add(code, path, message)
  try {
    const { records } = await insertNewJobs(domain, rows)
    if (!records[0]) throw new Error('unreachable: one row is either written or rejected')
    return records[0]
  } catch (error) {
    if (siteId !== undefined || !(error instanceof DomainError)) throw error
    // No finding was found. The input has no field for the site.
    const errors = error.errors.filter(({ path }) => path[0] !== 'siteId')
    throw new DomainError(error.code, error.message, errors)
  }
}

const FIND = `
select finding.id, finding.uuid, finding.status, a.zone_id as "zoneId", z.site_id as "siteId",
  coalesce(${isOpen('j.status')} and j.deleted_at is null, false) as "hasOpenJob"
from finding
join asset a on a.company_id = $1::int and a.id = finding.asset_id
join zone z on z.company_id = $1 and z.id = a.zone_id
left join job j on j.company_id = $1 and j.id = finding.job_id
where ${isOneOfRecords('finding', '$1', ['$2', '$3'], false)} and finding.deleted_at is null`
