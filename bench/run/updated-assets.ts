import { UPDATED_ASSETS } from '../queries/m3-update-asset.js'
import { query } from '../system/sql.js'

interface SavedAsset {
  uuid: string
  risk_id: number | null
  updated_at: Date
}

/** Reads what M3 will change, and returns a function that restores it. */
export async function saveUpdatedAssets(
  url: string,
  company: number,
): Promise<() => Promise<void>> {
  const saved = await query<SavedAsset>(
    url,
    `select uuid, risk_id, updated_at from asset where uuid in (select asset from (${UPDATED_ASSETS}) u)`,
    [company],
  )
  return async () => {
    for (const { uuid, risk_id, updated_at } of saved) {
      const values = [uuid, risk_id, updated_at]
      await query(url, 'update asset set risk_id = $2, updated_at = $3 where uuid = $1', values)
    }
  }
}
