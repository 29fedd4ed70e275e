import type { ModelName } from '../../db/read/model.js'
import { apiKeyListing } from '../api-key/api-key-listing.js'
import { assetTypeListing } from '../asset-type/asset-type-listing.js'
import { assetListing } from '../asset/asset-listing.js'
import { auditEntryListing } from '../audit/audit-entry-listing.js'
import { barcodeListing } from '../barcode/barcode-listing.js'
import { clientListing } from '../client/client-listing.js'
import { documentListing } from '../document/document-listing.js'
import { findingListing } from '../finding/finding-listing.js'
import { inspectionListing } from '../inspection/inspection-listing.js'
import { checklistListing } from '../checklist/checklist-listing.js'
import { checklistVersionListing } from '../checklist/checklist-version-listing.js'
import { jobTypeListing } from '../job-type/job-type-listing.js'
import { jobListing } from '../job/job-listing.js'
import type { AnyListing } from '../listing/listing.js'
import { riskListing } from '../risk/risk-listing.js'
import { siteListing } from '../site/site-listing.js'
import { stateChangeListing } from '../state-change/state-change-listing.js'
import { userListing } from '../user/user-listing.js'
import { webhookDeliveryListing } from '../webhook/webhook-delivery-listing.js'
import { webhookListing } from '../webhook/webhook-listing.js'
import { zoneTypeListing } from '../zone-type/zone-type-listing.js'
import { zoneListing } from '../zone/zone-listing.js'

export const listings: Partial<Record<ModelName, AnyListing>> = {
  ApiKey: apiKeyListing,
  Asset: assetListing,
  AssetType: assetTypeListing,
  AuditEntry: auditEntryListing,
  Barcode: barcodeListing,
  Client: clientListing,
  Document: documentListing,
  Finding: findingListing,
  Inspection: inspectionListing,
  Job: jobListing,
  Checklist: checklistListing,
  ChecklistVersion: checklistVersionListing,
  JobType: jobTypeListing,
  Risk: riskListing,
  Site: siteListing,
  StateChange: stateChangeListing,
  User: userListing,
  Webhook: webhookListing,
  WebhookDelivery: webhookDeliveryListing,
  Zone: zoneListing,
  ZoneType: zoneTypeListing,
}

export function listingOf(model: ModelName): AnyListing {
  const listing = listings[model]
  if (!listing) throw new Error(`expected a model with a listing, got ${model}`)
  return listing
}
