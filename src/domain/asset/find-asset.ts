import { type Domain, queryRows, type RecordKey } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'

/** The records that the input of a changed asset refers to. */
interface FoundReferences {
  /** Null if the input has no zone, or it was not found. */
  readonly zoneId: number | null
  /** Null if the input has no type, or it was not found. */
  readonly type: FoundType | null
  /** Whether another asset of the company has the code. */
  readonly codeTaken: boolean
}

export interface FoundAsset extends FoundReferences {
  readonly id: number
  readonly removed: boolean
  readonly version: string
  readonly updatedAt: Date
  readonly metaData: Record<string, string>
  /** The type that the asset has now; null if the lookup does not need it. */
  readonly oldType: FoundType | null
}

export interface FoundType {
  readonly id: number
  readonly shortCode: string
  readonly riskId: number | null
  readonly customFields: unknown
  readonly version: string
}

interface Keys {
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code: string | null | undefined
}

/** Finds an asset of the company, removed or not, and the records that an update of it refers to. */
export async function findAsset(
  domain: Domain,
  { id, needsOldType, ...keys }: Keys & { readonly id: RecordKey; readonly needsOldType: boolean },
): Promise<FoundAsset | undefined> {
  const values = [...parametersOf(domain, keys), ...idAndUuid(id), needsOldType]
  const statement = { name: 'find-asset', text: FIND_ASSET, values }
  const [found] = await queryRows<FoundAsset>(domain, statement)
  return found
}

const parametersOf = ({ viewer }: Domain, { zoneId, typeId, code }: Keys) => [
  viewer.companyId,
  ...idAndUuid(zoneId),
  ...idAndUuid(typeId),
  code ?? null,
]

// A version is the system column `xmin`, the id of the transaction that wrote the row. `updated_at` is not precise enough:
// two updates can happen in the same millisecond.

/** A `FoundType` with its UUID. */
export const ASSET_TYPE = `json_build_object(
    'id', id, 'uuid', uuid, 'shortCode', short_code, 'riskId', risk_id, 'customFields', custom_fields, 'version', xmin::text
  )`

const REFERENCES = `(
  select id from zone where (id = $2::int or uuid = $3::uuid) and company_id = $1::int and deleted_at is null
) as "zoneId", (
  select ${ASSET_TYPE}
  from asset_type where (id = $4::int or uuid = $5::uuid) and company_id = $1 and deleted_at is null
) as type`

const FIND_ASSET = `
select asset.id, asset.deleted_at is not null as removed, asset.xmin::text as version,
       asset.updated_at as "updatedAt", asset.meta_data as "metaData", ${REFERENCES}, exists (
  select from asset other where other.company_id = $1 and other.code = $6::text and other.id <> asset.id
) as "codeTaken", (
  select ${ASSET_TYPE}
  from asset_type where id = asset.type_id and company_id = $1 and $9::boolean
) as "oldType"
from asset
where (asset.id = $7::int or asset.uuid = $8::uuid) and asset.company_id = $1`
