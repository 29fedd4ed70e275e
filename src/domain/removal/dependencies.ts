import type { RemovableModel } from '../require-record.js'

/** A record of `model` that is there needs the record that its column `key` names to be there. */
export interface Dependency {
  readonly model: RemovableModel
  readonly key: string
  readonly on: RemovableModel
  /** How a sentence names records of `model` that need one of `on`. */
  readonly noun: string
  /** Only open jobs need anything: finished ones are history. */
  readonly whileOpen?: true
  /** Where a record names several: the table that holds `key`, and its column for the record itself. */
  readonly through?: { readonly table: string; readonly own: string }
}

/**
 * The rules of removal, read both ways: a record is not removed while another needs it, and not restored while one
 * that it needs is removed.
 */
export const dependencies: readonly Dependency[] = [
  { model: 'Site', key: 'client_id', on: 'Client', noun: 'sites' },
  { model: 'Site', key: 'manager_id', on: 'User', noun: 'managed sites' },
  { model: 'Zone', key: 'site_id', on: 'Site', noun: 'zones' },
  { model: 'Zone', key: 'type_id', on: 'ZoneType', noun: 'zones' },
  { model: 'Asset', key: 'zone_id', on: 'Zone', noun: 'assets' },
  { model: 'Asset', key: 'type_id', on: 'AssetType', noun: 'assets' },
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
