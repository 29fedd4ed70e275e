import { authorise } from '../access/authorise.js'
import { writeOneRow } from '../bulk/one-row.js'
import { Rows } from '../bulk/rows.js'
import type { Created, Domain } from '../domain.js'
import { insertNewAssets } from './create-assets.js'
import type { NewAsset } from './new-asset.js'

/** Creates an asset with a barcode: `createAssets` with one row. */
export async function createAsset(domain: Domain, input: NewAsset): Promise<Created> {
  authorise(domain.viewer, 'createAsset')
  return writeOneRow(domain, (own) => insertNewAssets(own, () => Rows.one(own, input)))
}
