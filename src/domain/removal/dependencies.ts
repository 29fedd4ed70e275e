import type { RemovableModel } from '../record/require-record.js'

/** Records of `model` depend on records of the model `on`: the column `key` refers to them. */
export interface Dependency {
  readonly model: RemovableModel
  readonly key: string
  readonly on: RemovableModel
  /** What an error message calls the records of `model`, in the plural. */
  readonly noun: string
  /** True if `model` is `Job`: only unfinished jobs depend on other records. */
  readonly whileOpen?: true
  /** For a many-to-many relation: the join table that has `key`, and its column that refers to `model`. */
  readonly through?: { readonly table: string; readonly own: string }
}

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
  { model: 'Job', key: 'site_id', on: 'Site', noun: 'open jobs', whileOpen: true },
  {
    model: 'Job',
    key: 'zone_id',
    on: 'Zone',
    noun: 'open jobs',
    whileOpen: true,
    through: { table: 'job_zone', own: 'job_id' },
  },
  { model: 'Job', key: 'type_id', on: 'JobType', noun: 'open jobs', whileOpen: true },
  { model: 'Job', key: 'technician_id', on: 'User', noun: 'open jobs', whileOpen: true },
]
