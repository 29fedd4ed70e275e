import { FoundByKey } from '../bulk/found-by-key.js'
import type { RecordKey } from '../domain.js'
import type { Lookup } from './look-up.js'

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

/** The lookups of zones and types. Each returns a JSON array. */
export const referenceLookups = (assets: readonly Keys[]): Lookup[] => [
  {
    name: 'zones',
    keys: assets.map(({ zoneId }) => zoneId),
    sql: (matches) => `
      select json_agg(json_build_object('id', id, 'uuid', uuid))
      from zone where ${matches} and company_id = $1::int and deleted_at is null`,
  },
  {
    name: 'types',
    keys: assets.map(({ typeId }) => typeId),
    sql: (matches) => `
      select json_agg(${ASSET_TYPE})
      from asset_type where ${matches} and company_id = $1::int and deleted_at is null`,
  },
]

/** The results of `referenceLookups`. */
export interface References {
  readonly zones?: readonly FoundZone[]
  readonly types?: readonly FoundType[]
}

export const referencesByKey = ({ zones = [], types = [] }: References) => ({
  zones: new FoundByKey(zones),
  types: new FoundByKey(types),
})
