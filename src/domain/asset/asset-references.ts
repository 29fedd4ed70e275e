import { FoundByKey } from '../bulk/found-by-key.js'
import type { RecordKey } from '../domain.js'
import { idsAndUuids, isKey } from '../record/record-key.js'

/* The zones and types that the inputs of several assets refer to. */

export interface FoundZone {
  readonly id: number
  readonly uuid: string
}

export interface FoundType {
  readonly id: number
  readonly uuid: string
  readonly shortCode: string
  readonly riskId: number | null
  readonly customFields: unknown
  /**
   * The system column `xmin`, the id of the transaction that wrote the row. `updated_at` is not precise enough: two
   * updates can happen in the same millisecond.
   */
  readonly version: string
}

/** A `FoundType` as JSON. */
export const ASSET_TYPE = `json_build_object(
    'id', id, 'uuid', uuid, 'shortCode', short_code, 'riskId', risk_id, 'customFields', custom_fields, 'version', xmin::text
  )`

interface Keys {
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
}

/** Two columns of a statement that finds the references. $1 is the company, $2 to $5 are `referenceKeys`. */
export const REFERENCES = `(
  select coalesce(json_agg(json_build_object('id', id, 'uuid', uuid)), '[]')
  from zone where (id = any($2::int[]) or uuid = any($3::uuid[])) and company_id = $1::int and deleted_at is null
) as zones, (
  select coalesce(json_agg(${ASSET_TYPE}), '[]')
  from asset_type where (id = any($4::int[]) or uuid = any($5::uuid[])) and company_id = $1 and deleted_at is null
) as types`

export function referenceKeys(assets: readonly Keys[]) {
  const zones = idsAndUuids(assets.map(({ zoneId }) => zoneId).filter(isKey))
  const types = idsAndUuids(assets.map(({ typeId }) => typeId).filter(isKey))
  return [zones.ids, zones.uuids, types.ids, types.uuids] as const
}

/** The values of these columns. */
export interface ReferenceColumns {
  readonly zones: readonly FoundZone[]
  readonly types: readonly FoundType[]
}

export const referencesByKey = ({ zones, types }: ReferenceColumns) => ({
  zones: new FoundByKey(zones),
  types: new FoundByKey(types),
})
