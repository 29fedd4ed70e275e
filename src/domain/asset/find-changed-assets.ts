import { FoundByKey } from '../bulk/found-by-key.js'
import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { idsAndUuids } from '../record/record-key.js'
import {
  ASSET_TYPE,
  type FoundType,
  referenceKeys,
  REFERENCES,
  type ReferenceColumns,
  referencesByKey,
} from './asset-references.js'

/** An asset of the company, removed or not. */
export interface FoundAsset {
  readonly id: number
  readonly uuid: string
  readonly removed: boolean
  readonly version: string
  readonly updatedAt: Date
  readonly metaData: Record<string, string>
  readonly typeId: number
}

/** What the database knows about the input of changed assets. */
export interface FoundForChange extends ReturnType<typeof referencesByKey> {
  readonly assets: FoundByKey<FoundAsset>
  /** By id, the types that the assets have now, removed or not. Those of assets with `needsOldType`. */
  readonly oldTypes: ReadonlyMap<number, FoundType>
  /** By code, the id of the asset that has it. */
  readonly codeOwners: ReadonlyMap<string, number>
}

interface Keys {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code: string | null | undefined
  readonly needsOldType: boolean
}

/** Finds assets and what updates of them refer to, with one statement. */
export async function findChangedAssets(
  domain: Domain,
  assets: readonly Keys[],
): Promise<FoundForChange> {
  const own = idsAndUuids(assets.map(({ id }) => id))
  const withOldType = assets.filter(({ needsOldType }) => needsOldType)
  const old = idsAndUuids(withOldType.map(({ id }) => id))
  const values = [
    domain.viewer.companyId,
    ...referenceKeys(assets),
    assets.flatMap(({ code }) => code ?? []),
    ...[own.ids, own.uuids, old.ids, old.uuids],
  ]
  const statement = { name: 'find-changed-assets', text: FIND, values }
  const [found] = await queryRows<Found>(domain, statement)
  if (!found) throw new Error('expected one row, got none')
  const current = found.assets.map((asset) => ({ ...asset, updatedAt: new Date(asset.updatedAt) }))
  return {
    ...referencesByKey(found),
    assets: new FoundByKey(current),
    oldTypes: new Map(found.oldTypes.map((type) => [type.id, type])),
    codeOwners: new Map(found.codeOwners.map(({ code, id }) => [code, id])),
  }
}

interface Found extends ReferenceColumns {
  readonly assets: readonly (Omit<FoundAsset, 'updatedAt'> & { readonly updatedAt: string })[]
  readonly oldTypes: readonly FoundType[]
  readonly codeOwners: readonly { readonly code: string; readonly id: number }[]
}

const FIND = `
select ${REFERENCES}, (
  select coalesce(json_agg(json_build_object('code', code, 'id', id)), '[]')
  from asset where company_id = $1 and code = any($6::text[])
) as "codeOwners", (
  select coalesce(json_agg(json_build_object(
    'id', id, 'uuid', uuid, 'removed', deleted_at is not null, 'version', xmin::text, 'updatedAt', updated_at,
    'metaData', meta_data, 'typeId', type_id)), '[]')
  from asset where (id = any($7::int[]) or uuid = any($8::uuid[])) and company_id = $1
) as assets, (
  select coalesce(json_agg(${ASSET_TYPE}), '[]')
  from asset_type where company_id = $1 and id in (
    select type_id from asset where (id = any($9::int[]) or uuid = any($10::uuid[])) and company_id = $1)
) as "oldTypes"`
