import { OPEN_STATUSES } from '../job/job-status.js'
import type { RemovableModel } from '../record/require-record.js'

/** Records of `model` depend on records of the model `on`: the column `key` refers to them. */
export interface Dependency {
  readonly model: RemovableModel
  readonly key: string
  readonly on: RemovableModel
  /** What an error message calls the records of `model`, in the plural. */
  readonly noun: string
  /** If only open records depend on other records: the statuses of an open one. */
  readonly whileOpen?: OpenStatuses
  /** For a many-to-many relation: the join table that has `key`, and its column that refers to `model`. */
  readonly through?: { readonly table: string; readonly own: string }
}

interface OpenStatuses {
  /** The PostgreSQL type of the column `status`. */
  readonly type: string
  readonly statuses: readonly string[]
}

const openJobs: OpenStatuses = { type: 'job_status', statuses: OPEN_STATUSES }
const openFindings: OpenStatuses = { type: 'finding_status', statuses: ['open'] }

/**
 * A record cannot be removed while a record that is not removed depends on it, and cannot be restored while a record
 * that it depends on is removed.
 */
export const dependencies: readonly Dependency[] = [
  { model: 'Site', key: 'client_id', on: 'Client', noun: 'sites' },
  { model: 'Site', key: 'manager_id', on: 'User', noun: 'managed sites' },
  { model: 'Zone', key: 'site_id', on: 'Site', noun: 'zones' },
  { model: 'Zone', key: 'type_id', on: 'ZoneType', noun: 'zones' },
  { model: 'Asset', key: 'zone_id', on: 'Zone', noun: 'assets' },
  { model: 'Asset', key: 'type_id', on: 'AssetType', noun: 'assets' },
  { model: 'AssetType', key: 'checklist_id', on: 'Checklist', noun: 'asset types' },
  {
    model: 'Finding',
    key: 'asset_id',
    on: 'Asset',
    noun: 'open findings',
    whileOpen: openFindings,
  },
  { model: 'Job', key: 'site_id', on: 'Site', noun: 'open jobs', whileOpen: openJobs },
  {
    model: 'Job',
    key: 'zone_id',
    on: 'Zone',
    noun: 'open jobs',
    whileOpen: openJobs,
    through: { table: 'job_zone', own: 'job_id' },
  },
  { model: 'Job', key: 'type_id', on: 'JobType', noun: 'open jobs', whileOpen: openJobs },
  { model: 'Job', key: 'technician_id', on: 'User', noun: 'open jobs', whileOpen: openJobs },
]
