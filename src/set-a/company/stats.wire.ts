import type { z } from 'zod'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableTimestamp,
  record,
  timestamp,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

/** Set A: Company, `stats`. Counted when asked; its id and times are the company's. */
export const CompanyStats = record('CompanyStats', {
  id: integer,
  company_id: integer,
  assets: integer,
  jobs: integer,
  checklists: integer,
  checks: integer,
  sites: integer,
  clients: integer,
  recurring_jobs: integer,
  users: integer,
  total_storage: integer.describe('The documents together, in bytes.'),
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
})

const counts = fields(
  'assetsCount',
  'jobsCount',
  'checklistsCount',
  'checksCount',
  'sitesCount',
  'clientsCount',
  'recurringJobsCount',
  'usersCount',
  'totalStorage',
)
const columns = fields('id', 'createdAt', 'updatedAt', 'deletedAt')
export const statsFields = { ...columns, ...counts }
export type StatsRow = Row<'Company', typeof columns> &
  Readonly<Record<keyof typeof counts, number>>

export const presentCompanyStats = (company: StatsRow): z.output<typeof CompanyStats> => ({
  id: company.id,
  company_id: company.id,
  assets: company.assetsCount,
  jobs: company.jobsCount,
  checklists: company.checklistsCount,
  checks: company.checksCount,
  sites: company.sitesCount,
  clients: company.clientsCount,
  recurring_jobs: company.recurringJobsCount,
  users: company.usersCount,
  total_storage: company.totalStorage,
  created_at: writeTimestamp(company.createdAt),
  updated_at: writeTimestamp(company.updatedAt),
  deleted_at: writeNullableTimestamp(company.deletedAt),
})
