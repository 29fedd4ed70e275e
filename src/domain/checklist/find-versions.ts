import { FoundByKey } from '../bulk/found-by-key.js'
import { queryRows, type RecordKey, type TransactionDomain } from '../domain.js'
import { idsAndUuids, isOneOfRecords } from '../record/record-key.js'
import type { Section } from './checklist-content.js'
import { keepVersion, knownVersions } from './known-versions.js'

export interface FoundVersion {
  readonly id: number
  readonly uuid: string
  readonly sections: readonly Section[]
  readonly passPercentage: number
  /** The ids of the given assets for which this is the newest version of the checklist of their type. */
  readonly newestFor: readonly number[]
}

/** Versions of checklists, by their keys and by assets. */
export interface FoundVersions {
  readonly byKey: FoundByKey<FoundVersion>
  /** The newest version of the checklist of an asset's type. Undefined if the type has none. */
  readonly newestOf: (asset: { readonly id: number }) => FoundVersion | undefined
}

/**
 * Finds versions by their keys, and the newest version of the checklist of each asset's type. Reads the questions of the newest ones only if
 * `needsNewest` is true.
 */
export async function findVersions(
  tx: TransactionDomain,
  keys: readonly RecordKey[],
  assets: readonly RecordKey[],
  needsNewest: boolean,
): Promise<FoundVersions> {
  const found =
    keys.length + assets.length === 0 ? [] : await readVersions(tx, keys, assets, needsNewest)
  return {
    byKey: new FoundByKey(found),
    newestOf: ({ id }) => found.find(({ newestFor }) => newestFor.includes(id)),
  }
}

/** The questions of known versions are not read again: as a text, those of a long checklist are 20 kB. */
async function readVersions(
  tx: TransactionDomain,
  keys: readonly RecordKey[],
  assets: readonly RecordKey[],
  needsNewest: boolean,
): Promise<FoundVersion[]> {
  const { companyId } = tx.viewer
  const known = knownVersions(companyId)
  const versionKeys = idsAndUuids(keys)
  const assetKeys = idsAndUuids(assets)
  const rows = await queryRows<FoundRow>(tx, {
    name: 'find-checklist-versions',
    text: FIND,
    values: [
      ...[companyId, versionKeys.ids, versionKeys.uuids],
      ...[assetKeys.ids, assetKeys.uuids, needsNewest, [...known.keys()]],
    ],
  })
  return rows.map(({ sections: read, ...version }) => {
    if (read) keepVersion({ companyId, uuid: version.uuid, sections: read })
    return { ...version, sections: read ?? known.get(version.uuid) ?? [] }
  })
}

type FoundRow = Omit<FoundVersion, 'sections'> & {
  /** Null if they are known, or not needed. */
  readonly sections: readonly Section[] | null
}

// Materialized: otherwise PostgreSQL, which has few checklists, may read all assets of their types.
const FIND = `
with inspected as materialized (
  select asset.id, asset.type_id from asset where ${isOneOfRecords('asset', '$1::int', ['$4', '$5'], false)}
), newest as (
  select inspected.id as asset_id, v.id as version_id
  from inspected
  join asset_type t on t.company_id = $1 and t.id = inspected.type_id
  join checklist c on c.company_id = $1 and c.id = t.checklist_id
  join checklist_version v on v.company_id = $1 and v.checklist_id = c.id and v.number = c.version
)
select v.id, v.uuid, v.pass_percentage as "passPercentage",
  case when v.uuid <> all($7::uuid[]) and ($6::boolean or v.id = any($2::int[]) or v.uuid = any($3::uuid[])) then v.sections end as sections,
  array(select n.asset_id from newest n where n.version_id = v.id) as "newestFor"
from checklist_version v
where v.company_id = $1 and v.id = any(
  $2 || array(select n.version_id from newest n) || array(
    select keyed.id from checklist_version keyed where keyed.company_id = $1 and keyed.uuid = any($3)))`
