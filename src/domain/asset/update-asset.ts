import { authorise } from '../access/authorise.js'
import { writeOneRow } from '../bulk/one-row.js'
import { Rows } from '../bulk/rows.js'
import type { Changed, Domain } from '../domain.js'
import type { AssetChange } from './asset-change.js'
import { changeAssetRows } from './update-assets.js'

/**
 * Updates an asset: `updateAssets` with one row. Zone, type and code cannot be cleared. With a new type, the asset keeps
 * the values of fields that have the same label, kind and unit; other values are lost only with `discardValues`.
 */
export async function updateAsset(domain: Domain, input: AssetChange): Promise<Changed> {
  authorise(domain.viewer, 'updateAsset')
  return writeOneRow(domain, (own) => changeAssetRows(own, () => Rows.one(own, input)))
}
