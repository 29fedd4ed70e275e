import { removals } from './removable.js'

/** What an API key may be limited to. The role of its user limits it, too. Every scope includes `READ`. */
export const SCOPES = ['READ', 'FIELD_WORK', 'ADMIN_WRITE'] as const

export type Scope = (typeof SCOPES)[number]

/**
 * The scope that each operation of the access control table needs, if an API key with scopes is used. `NONE`: no scope
 * allows it, because it concerns the account of a person, or would let a key create other keys. A session that was opened
 * with a key may always end itself. A row is missing if `allows` in `policy.ts` does not compile.
 */
export const scopes = {
  logout: 'READ',
  viewer: 'READ',
  company: 'READ',
  node: 'READ',
  nodes: 'READ',
  client: 'READ',
  clients: 'READ',
  site: 'READ',
  sites: 'READ',
  zone: 'READ',
  zones: 'READ',
  zoneType: 'READ',
  zoneTypes: 'READ',
  asset: 'READ',
  assets: 'READ',
  assetType: 'READ',
  assetTypes: 'READ',
  barcode: 'READ',
  barcodes: 'READ',
  job: 'READ',
  jobs: 'READ',
  jobType: 'READ',
  jobTypes: 'READ',
  user: 'READ',
  users: 'READ',
  risk: 'READ',
  risks: 'READ',
  checklist: 'READ',
  checklists: 'READ',
  inspection: 'READ',
  inspections: 'READ',
  finding: 'READ',
  findings: 'READ',
  document: 'READ',
  documents: 'READ',
  assetStatistics: 'READ',
  jobStatistics: 'READ',
  inspectionStatistics: 'READ',
  findingStatistics: 'READ',
  apiKeys: 'READ',
  auditLog: 'READ',
  userSessions: 'READ',
  auditEntries: 'READ',
  listRemoved: 'READ',

  createAsset: 'FIELD_WORK',
  createAssets: 'FIELD_WORK',
  updateAsset: 'FIELD_WORK',
  updateAssets: 'FIELD_WORK',
  recordInspection: 'FIELD_WORK',
  recordInspections: 'FIELD_WORK',
  voidInspection: 'FIELD_WORK',
  createDocument: 'FIELD_WORK',
  createFinding: 'FIELD_WORK',
  updateFinding: 'FIELD_WORK',
  resolveFinding: 'FIELD_WORK',
  reopenFinding: 'FIELD_WORK',
  reportJob: 'FIELD_WORK',
  reportInspection: 'FIELD_WORK',
  certifyInspection: 'FIELD_WORK',
  reportSite: 'FIELD_WORK',
  startJob: 'FIELD_WORK',
  pauseJob: 'FIELD_WORK',
  resumeJob: 'FIELD_WORK',
  completeJob: 'FIELD_WORK',
  cancelJob: 'FIELD_WORK',
  confirmJobSync: 'FIELD_WORK',

  updateCompany: 'ADMIN_WRITE',
  createJob: 'ADMIN_WRITE',
  createJobs: 'ADMIN_WRITE',
  createJobFromFindings: 'ADMIN_WRITE',
  updateJob: 'ADMIN_WRITE',
  updateJobs: 'ADMIN_WRITE',
  decommissionAsset: 'ADMIN_WRITE',
  recommissionAsset: 'ADMIN_WRITE',
  acceptFinding: 'ADMIN_WRITE',
  createClient: 'ADMIN_WRITE',
  updateClient: 'ADMIN_WRITE',
  createSite: 'ADMIN_WRITE',
  updateSite: 'ADMIN_WRITE',
  createZone: 'ADMIN_WRITE',
  updateZone: 'ADMIN_WRITE',
  createZoneType: 'ADMIN_WRITE',
  updateZoneType: 'ADMIN_WRITE',
  createAssetType: 'ADMIN_WRITE',
  updateAssetType: 'ADMIN_WRITE',
  createChecklist: 'ADMIN_WRITE',
  updateChecklist: 'ADMIN_WRITE',
  createJobType: 'ADMIN_WRITE',
  updateJobType: 'ADMIN_WRITE',
  createUser: 'ADMIN_WRITE',
  updateUser: 'ADMIN_WRITE',
  inviteUser: 'ADMIN_WRITE',
  ...removals('ADMIN_WRITE'),

  login: 'NONE',
  refreshToken: 'NONE',
  requestPasswordReset: 'NONE',
  resetPassword: 'NONE',
  changePassword: 'NONE',
  updateProfile: 'NONE',
  revokeSession: 'NONE',
  createApiKey: 'NONE',
  updateApiKey: 'NONE',
  revokeApiKey: 'NONE',
} as const satisfies Record<string, Scope | 'NONE'>

/** Whether the scopes of an API key allow an operation; undefined: no key limits it. */
export function scopesAllow(
  own: readonly Scope[] | undefined,
  operation: keyof typeof scopes,
): boolean {
  const needed = scopes[operation]
  return own === undefined || needed === 'READ' || (needed !== 'NONE' && own.includes(needed))
}

/** The scopes that every one of several API keys has; undefined if none of the keys is limited. */
export function commonScopes(all: readonly (readonly Scope[] | null)[]): Scope[] | undefined {
  const limits = all.filter((each) => each !== null)
  if (limits.length === 0) return undefined
  return SCOPES.filter((scope) => limits.every((limit) => limit.includes(scope)))
}

/** Whether scopes allow no operation that writes. */
export const onlyReads = (own: readonly Scope[] | undefined): boolean =>
  own !== undefined && !own.some((scope) => scope !== 'READ')
