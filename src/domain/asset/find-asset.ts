import type { Domain, RecordKey } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'

/** Sends one statement and returns its rows. */
export type Send = <Row extends object>(statement: Statement) => Promise<Row[]>

interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/** An asset, and the records that an update of it refers to. */
export interface FoundAsset {
  readonly id: number
  readonly removed: boolean
  /** See `changeAsset`. */
  readonly version: string
  readonly metaData: Record<string, string>
  /** The asset's type; null if the lookup does not need it. */
  readonly type: FoundType | null
  /** The zone in the input; null if there is none, or it was not found. */
  readonly zoneId: number | null
  /** The type in the input; null if there is none, or it was not found. */
  readonly newType: FoundType | null
  /** Whether another asset of the company has the code in the input. */
  readonly codeTaken: boolean
}

export interface FoundType {
  readonly id: number
  readonly riskId: number | null
  readonly customFields: unknown
  readonly version: string
}

interface Lookup {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code: string | null | undefined
  readonly needsType: boolean
}

/** Finds an asset of the company, removed or not, and the records that an update of it refers to. */
export async function findAsset(
  send: Send,
  { viewer }: Domain,
  { id, zoneId, typeId, code, needsType }: Lookup,
): Promise<FoundAsset | undefined> {
  const keys = [id, zoneId, typeId].flatMap(idAndUuid)
  const values = [viewer.companyId, ...keys, code ?? null, needsType]
  const rows = await send<FoundAsset>({ name: 'find-asset', text: FIND_ASSET, values })
  return rows[0]
}

const TYPE = `json_build_object(
    'id', id, 'riskId', risk_id, 'customFields', custom_fields, 'version', xmin::text
  )`

const FIND_ASSET = `
select asset.id, asset.deleted_at is not null as removed, asset.xmin::text as version,
       asset.meta_data as "metaData", (
  select ${TYPE}
  from asset_type where id = asset.type_id and company_id = $1 and $9::boolean
) as type, (
  select id from zone where (id = $4::int or uuid = $5::uuid) and company_id = $1 and deleted_at is null
) as "zoneId", (
  select ${TYPE}
  from asset_type where (id = $6::int or uuid = $7::uuid) and company_id = $1 and deleted_at is null
) as "newType", exists (
  select from asset other where other.company_id = $1 and other.code = $8::text and other.id <> asset.id
) as "codeTaken"
from asset
where (asset.id = $2::int or asset.uuid = $3::uuid) and asset.company_id = $1::int`
