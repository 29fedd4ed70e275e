import { recordType } from '../../http/record.js'
import { integer, nullableTimestamp, timestamp } from '../field-types.js'

/**
 * Set A, one of the two REST APIs: company, `stats`. Each request computes them; `id` and the times are the company's.
 */
// prettier-ignore
export const companyStats = recordType('CompanyStats', 'Company', {
  id:             [integer,           'id'],
  company_id:     [integer,           'id'],
  assets:         [integer,           'assetsCount'],
  jobs:           [integer,           'jobsCount'],
  checklists:     [integer,           'checklistsCount'],
  checks:         [integer,           'checksCount'],
  sites:          [integer,           'sitesCount'],
  clients:        [integer,           'clientsCount'],
  recurring_jobs: [integer,           'recurringJobsCount'],
  users:          [integer,           'usersCount'],
  total_storage:  [integer,           'totalStorage', 'The size of all documents, in bytes.'],
  created_at:     [timestamp,         'createdAt'],
  updated_at:     [timestamp,         'updatedAt'],
  deleted_at:     [nullableTimestamp, 'deletedAt'],
})
