import type { ModelName } from '../../db/read/model.js'
import { apiKeyListing } from '../api-key/api-key-listing.js'
import { assetTypeListing } from '../asset-type/asset-type-listing.js'
import { assetListing } from '../asset/asset-listing.js'
import { barcodeListing } from '../barcode/barcode-listing.js'
import { clientListing } from '../client/client-listing.js'
import { documentListing } from '../document/document-listing.js'
import { inspectionListing } from '../inspection/inspection-listing.js'
import { jobTypeListing } from '../job-type/job-type-listing.js'
import { jobListing } from '../job/job-listing.js'
import { riskListing } from '../risk/risk-listing.js'
import { siteListing } from '../site/site-listing.js'
import { userListing } from '../user/user-listing.js'
import { zoneTypeListing } from '../zone-type/zone-type-listing.js'
import { zoneListing } from '../zone/zone-listing.js'
import type { AnyListing } from './listing.js'

const all: readonly AnyListing[] = [
  apiKeyListing,
  assetListing,
  assetTypeListing,
  barcodeListing,
  clientListing,
  documentListing,
  inspectionListing,
  jobListing,
  jobTypeListing,
  riskListing,
  siteListing,
  userListing,
  zoneListing,
  zoneTypeListing,
]

const byModel = new Map(all.map((listing) => [listing.model, listing]))

/** How the records of a model are listed. */
export function listingOf(model: ModelName): AnyListing {
  const listing = byModel.get(model)
  if (!listing) throw new Error(`expected a model that is listed, got ${model}`)
  return listing
}
