import type { RecordKey, TransactionDomain } from '../domain.js'
import { byKey, idsAndUuids, isOneOfRecords } from '../record/record-key.js'
import type { Section } from './checklist-content.js'

export interface FoundVersion {
  readonly id: number
  readonly uuid: string
  readonly sections: readonly Section[]
  readonly passPercentage: number
}

/** Finds versions of checklists by their keys. Returns a function that looks up one of them. */
export async function findVersions(
  { db, viewer }: TransactionDomain,
  keys: readonly RecordKey[],
): Promise<(key: RecordKey) => FoundVersion | null> {
  if (keys.length === 0) return () => null
  const { ids, uuids } = idsAndUuids(keys)
  const { rows } = await db.read<FoundVersion>({
    name: 'find-checklist-versions',
    text: FIND,
    values: [viewer.companyId, ids, uuids],
  })
  return byKey(rows)
}

const FIND = `
select id, uuid, sections, pass_percentage as "passPercentage"
from checklist_version
where ${isOneOfRecords('checklist_version', '$1::int', ['$2', '$3'], false)}`
