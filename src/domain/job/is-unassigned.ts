import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'

/** Whether the technician of a job is the placeholder; false if there is no such job. */
export async function isUnassigned(domain: Domain, key: RecordKey): Promise<boolean> {
  const { ids, uuids } = idsAndUuids([key])
  const [technician] = await queryRows<{ placeholder: boolean }>(domain, {
    name: 'find-technician-of-job',
    text: FIND,
    values: [domain.viewer.companyId, ids, uuids],
  })
  return technician?.placeholder === true
}

const FIND = `
select u.placeholder
from job
join app_user u on u.company_id = $1 and u.id = job.technician_id
where ${isOneOfRecords('job', '$1::int', ['$2', '$3'], true)}`
