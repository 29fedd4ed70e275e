import { FoundByKey } from '../bulk/found-by-key.js'
import { queryRows, type RecordKey, type TransactionDomain } from '../domain.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'
import type { Section } from './checklist-content.js'

export interface FoundVersion {
  readonly id: number
  readonly uuid: string
  readonly sections: readonly Section[]
  readonly passPercentage: number
}

/** Finds versions of checklists by their keys. */
export async function findVersions(
  tx: TransactionDomain,
  keys: readonly RecordKey[],
): Promise<FoundByKey<FoundVersion>> {
  if (keys.length === 0) return new FoundByKey<FoundVersion>([])
  const { ids, uuids } = idsAndUuids(keys)
  const values = [tx.viewer.companyId, ids, uuids]
  const statement = { name: 'find-checklist-versions', text: FIND, values }
  return new FoundByKey(await queryRows<FoundVersion>(tx, statement))
}

const FIND = `
select id, uuid, sections, pass_percentage as "passPercentage"
from checklist_version
where ${isOneOfRecords('checklist_version', '$1::int', ['$2', '$3'], false)}`
