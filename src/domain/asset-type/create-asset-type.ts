import type { Created, Domain } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { takenIfNotUnique } from '../record/unique-constraint.js'
import {
  type AssetTypeDetails,
  checkAssetTypeDetails,
  checkShortCode,
} from './asset-type-details.js'

export interface NewAssetType extends AssetTypeDetails {
  readonly name: string
  /** The prefix of generated asset codes: 1 to 10 letters A to Z and digits, stored in upper case. */
  readonly shortCode: string
}

/** Creates an asset type. Its short code is unique in the company, also among removed types. */
export function createAssetType(domain: Domain, input: NewAssetType): Promise<Created> {
  const created = createRecord(domain, 'AssetType', async (tx, errors) => ({
    name: errors.text('name', input.name),
    shortCode: await checkShortCode(tx, errors, input.shortCode),
    ...(await checkAssetTypeDetails(tx, errors, input)),
  }))
  return takenIfNotUnique('shortCode', created)
}
