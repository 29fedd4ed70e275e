import type { Domain, RecordKey } from '../domain.js'
import { idAndUuid } from '../record/record-key.js'

/** The records that the input for a new asset refers to. Null: not found. */
interface AssetReferences {
  readonly zoneId: number | null
  readonly type: {
    readonly id: number
    readonly shortCode: string
    readonly riskId: number | null
    readonly customFields: unknown
    /** PostgreSQL's text, because a `Date` would lose the microseconds. */
    readonly updatedAt: string
  } | null
  /** Whether an asset of the company has the code. */
  readonly codeTaken: boolean
}

export async function findAssetReferences(
  { db, viewer }: Domain,
  { zoneId, typeId }: { readonly zoneId: RecordKey; readonly typeId: RecordKey },
  code: string | null,
): Promise<AssetReferences> {
  const { rows } = await db.query<AssetReferences>({
    name: 'find-asset-references',
    text: FIND_REFERENCES,
    values: [viewer.companyId, ...idAndUuid(zoneId), ...idAndUuid(typeId), code],
  })
  if (!rows[0]) throw new Error('expected one row, got none')
  return rows[0]
}

const FIND_REFERENCES = `
select (
  select id from zone where (id = $2 or uuid = $3) and company_id = $1 and deleted_at is null
) as "zoneId", (
  select json_build_object(
    'id', id, 'shortCode', short_code, 'riskId', risk_id, 'customFields', custom_fields,
    'updatedAt', updated_at
  )
  from asset_type where (id = $4 or uuid = $5) and company_id = $1 and deleted_at is null
) as type, exists (
  select from asset where company_id = $1 and code = $6
) as "codeTaken"`
