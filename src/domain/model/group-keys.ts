import type { ModelName } from '../../db/read/model.js'
import type { GroupKey } from '../../db/read/statistics.js'

/** A key whose value is the id of a record, and the fields of the record that groups are ordered by. */
export const byRecord = (model: ModelName, by: string, ...order: readonly string[]): GroupKey => ({
  by,
  record: model,
  order,
})

export const byAssetType = (by: string) => byRecord('AssetType', by, 'name')
export const byJobType = (by: string) => byRecord('JobType', by, 'description')
export const bySite = (by: string) => byRecord('Site', by, 'name')
export const byClient = (by: string) => byRecord('Client', by, 'legalName')
export const byUser = (by: string) => byRecord('User', by, 'lastName', 'firstName')
