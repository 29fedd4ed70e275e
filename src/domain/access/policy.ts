import { accountOperations } from './account-operations.js'
import { adminWrite, credentials, fieldWork, read, readAsAdmin, type Rule } from './rule.js'

/** The nouns whose records every user may read: one with its id, such as `site`, and a list, such as `sites`. */
const READABLE = [
  'asset',
  'assetType',
  'barcode',
  'checklist',
  'client',
  'document',
  'finding',
  'inspection',
  'job',
  'jobType',
  'risk',
  'site',
  'user',
  'zone',
  'zoneType',
] as const

/** The models whose records admins can remove (soft delete) and restore: `removeSite`, `restoreSite`. */
const REMOVABLE = [
  'Asset',
  'AssetType',
  'Checklist',
  'Client',
  'Document',
  'Finding',
  'Job',
  'JobType',
  'Site',
  'User',
  'Webhook',
  'Zone',
  'ZoneType',
] as const

/**
 * The access control table. Every operation needs a row: without it, a REST operation does not compile, and for a GraphQL
 * operation, the service does not start. The job operations themselves check that technicians change only their own jobs.
 */
export const policy = {
  ...accountOperations,
  ...rows(READABLE, read, (noun) => [noun, `${noun}s`] as const),
  ...rows(REMOVABLE, adminWrite, (model) => [`remove${model}`, `restore${model}`] as const),
  /** Sends data to an address again, as a change of the webhook can. */
  restoreWebhook: credentials,

  viewer: read,
  company: read,
  node: read,
  nodes: read,
  assetStatistics: read,
  jobStatistics: read,
  inspectionStatistics: read,
  findingStatistics: read,
  stateChanges: read,
  changes: read,
  assetChanged: read,
  inspectionRecorded: read,
  jobChanged: read,
  siteChanged: read,

  apiKeys: readAsAdmin,
  auditLog: readAsAdmin,
  webhook: readAsAdmin,
  webhooks: readAsAdmin,
  webhookDelivery: readAsAdmin,
  webhookDeliveries: readAsAdmin,
  userSessions: readAsAdmin,
  /** Reading audit entries, also those in `history`. */
  auditEntries: readAsAdmin,
  /** Listing removed records. */
  listRemoved: readAsAdmin,

  createAsset: fieldWork,
  createAssets: fieldWork,
  updateAsset: fieldWork,
  updateAssets: fieldWork,
  recordInspection: fieldWork,
  recordInspections: fieldWork,
  voidInspection: fieldWork,
  createDocument: fieldWork,
  attachToJob: fieldWork,
  attachToSite: fieldWork,
  createFinding: fieldWork,
  updateFinding: fieldWork,
  resolveFinding: fieldWork,
  reopenFinding: fieldWork,
  reportJob: fieldWork,
  reportInspection: fieldWork,
  certifyInspection: fieldWork,
  reportSite: fieldWork,
  startJob: fieldWork,
  pauseJob: fieldWork,
  resumeJob: fieldWork,
  completeJob: fieldWork,
  cancelJob: fieldWork,
  confirmJobSync: fieldWork,

  updateCompany: adminWrite,
  createJob: adminWrite,
  createJobs: adminWrite,
  createJobFromFindings: adminWrite,
  updateJob: adminWrite,
  updateJobs: adminWrite,
  decommissionAsset: adminWrite,
  recommissionAsset: adminWrite,
  acceptFinding: adminWrite,
  createClient: adminWrite,
  updateClient: adminWrite,
  createSite: adminWrite,
  updateSite: adminWrite,
  createZone: adminWrite,
  updateZone: adminWrite,
  createZoneType: adminWrite,
  updateZoneType: adminWrite,
  createAssetType: adminWrite,
  updateAssetType: adminWrite,
  createChecklist: adminWrite,
  updateChecklist: adminWrite,
  createJobType: adminWrite,
  updateJobType: adminWrite,
  createUser: adminWrite,
  updateUser: adminWrite,
  inviteUser: adminWrite,
  testWebhook: adminWrite,
  replayWebhook: adminWrite,
  redeliver: adminWrite,
} as const satisfies Record<string, Rule>

export type Operation = keyof typeof policy

/** The rule as the row of each operation that `names` returns for a noun. */
function rows<Noun extends string, Row extends Rule, Name extends string>(
  nouns: readonly Noun[],
  rule: Row,
  names: (noun: Noun) => readonly Name[],
) {
  return Object.fromEntries(nouns.flatMap(names).map((name) => [name, rule])) as Record<Name, Row>
}
