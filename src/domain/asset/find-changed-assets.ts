import { FoundByKey } from '../bulk/found-by-key.js'
import type { Domain, RecordKey } from '../domain.js'
import {
  ASSET_TYPE,
  type FoundType,
  referenceLookups,
  type References,
  referencesByKey,
} from './asset-references.js'
import { lookUp } from './look-up.js'

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

/** The records that the input of changed assets refers to. */
export interface FoundForChange extends ReturnType<typeof referencesByKey> {
  readonly assets: FoundByKey<FoundAsset>
  /** The current types, removed or not, of the assets with `needsOldType`; by id. */
  readonly oldTypes: ReadonlyMap<number, FoundType>
  /** The ids of assets, by their codes. */
  readonly codeOwners: ReadonlyMap<string, number>
}

interface Keys {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code: string | null | undefined
  readonly needsOldType: boolean
}

/** Finds assets and the records that their updates refer to, with one statement. */
export async function findChangedAssets(
  domain: Domain,
  assets: readonly Keys[],
): Promise<FoundForChange> {
  const withOldType = assets.filter(({ needsOldType }) => needsOldType)
  const found = await lookUp<Found>(domain, [
    ...referenceLookups(assets),
    { name: 'codeOwners', texts: assets.map(({ code }) => code), sql: CODE_OWNERS },
    { name: 'assets', keys: assets.map(({ id }) => id), sql: ASSETS },
    { name: 'oldTypes', keys: withOldType.map(({ id }) => id), sql: OLD_TYPES },
  ])
  const { assets: current = [], oldTypes, codeOwners } = found
  return {
    ...referencesByKey(found),
    assets: new FoundByKey(
      current.map(({ updatedAt, ...asset }) => ({ ...asset, updatedAt: new Date(updatedAt) })),
    ),
    oldTypes: new Map(oldTypes?.map((type) => [type.id, type])),
    codeOwners: new Map(codeOwners?.map(({ code, id }) => [code, id])),
  }
}

interface Found extends Required<References> {
  readonly assets: readonly (Omit<FoundAsset, 'updatedAt'> & { readonly updatedAt: string })[]
  readonly oldTypes: readonly FoundType[]
  readonly codeOwners: readonly { readonly code: string; readonly id: number }[]
}

const CODE_OWNERS = (codes: string) => `
  select json_agg(json_build_object('code', code, 'id', id))
  from asset where company_id = $1::int and code = any(${codes})`

const ASSETS = (matches: string) => `
  select json_agg(json_build_object(
    'id', id, 'uuid', uuid, 'removed', deleted_at is not null, 'version', xmin::text, 'updatedAt', updated_at,
    'metaData', meta_data, 'typeId', type_id))
  from asset where ${matches} and company_id = $1::int`

const OLD_TYPES = (matches: string) => `
  select json_agg(${ASSET_TYPE}) from asset_type where company_id = $1::int and id in (
    select type_id from asset where ${matches} and company_id = $1)`
