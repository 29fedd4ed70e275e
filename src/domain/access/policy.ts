import { DomainError } from '../errors.js'
import { accountOperations } from './account-operations.js'
import { readingOperations } from './reading-operations.js'
import { removals } from './removable.js'
import { scopesAllow } from './scopes.js'
import type { Viewer } from './viewer.js'

/** The callers that an operation allows: clients without a session, every user of the company, or only its admins. */
export type Access = 'anyone' | 'member' | 'admin'

/**
 * The access control table. Every operation needs an entry: without it, a REST operation does not compile, and for a
 * GraphQL operation, the service does not start. The job operations themselves check that technicians change only their
 * own jobs.
 */
export const policy = {
  ...accountOperations,
  ...readingOperations,

  createAsset: 'member',
  createAssets: 'member',
  updateAsset: 'member',
  updateAssets: 'member',
  recordInspection: 'member',
  recordInspections: 'member',
  voidInspection: 'member',
  createDocument: 'member',
  attachToJob: 'member',
  attachToSite: 'member',
  createFinding: 'member',
  updateFinding: 'member',
  resolveFinding: 'member',
  reopenFinding: 'member',
  reportJob: 'member',
  reportInspection: 'member',
  certifyInspection: 'member',
  reportSite: 'member',
  startJob: 'member',
  pauseJob: 'member',
  resumeJob: 'member',
  completeJob: 'member',
  cancelJob: 'member',
  confirmJobSync: 'member',

  updateCompany: 'admin',
  /** Listing removed records. */
  listRemoved: 'admin',

  createJob: 'admin',
  createJobs: 'admin',
  createJobFromFindings: 'admin',
  updateJob: 'admin',
  updateJobs: 'admin',
  decommissionAsset: 'admin',
  recommissionAsset: 'admin',
  acceptFinding: 'admin',
  createClient: 'admin',
  updateClient: 'admin',
  createSite: 'admin',
  updateSite: 'admin',
  createZone: 'admin',
  updateZone: 'admin',
  createZoneType: 'admin',
  updateZoneType: 'admin',
  createAssetType: 'admin',
  updateAssetType: 'admin',
  createChecklist: 'admin',
  updateChecklist: 'admin',
  createJobType: 'admin',
  updateJobType: 'admin',
  createUser: 'admin',
  updateUser: 'admin',
  inviteUser: 'admin',
  createApiKey: 'admin',
  updateApiKey: 'admin',
  revokeApiKey: 'admin',
  createWebhook: 'admin',
  updateWebhook: 'admin',
  rotateWebhookSecret: 'admin',
  testWebhook: 'admin',
  replayWebhook: 'admin',
  redeliver: 'admin',

  ...removals('admin'),
} as const satisfies Record<string, Access>

export type Operation = keyof typeof policy

/** Whether the viewer's role, and the scopes of the API key, if any, allow the operation. */
export const allows = (viewer: Viewer, operation: Operation): boolean =>
  roleAllows(viewer, operation) && scopesAllow(viewer.scopes, operation)

/** Throws FORBIDDEN if the viewer's role, or the scopes of the API key, do not allow the operation. */
export function authorise(viewer: Viewer, operation: Operation): void {
  if (!roleAllows(viewer, operation)) throw forbidden()
  if (!scopesAllow(viewer.scopes, operation)) throw outOfScope()
}

const roleAllows = ({ role }: Viewer, operation: Operation): boolean =>
  policy[operation] !== 'admin' || role === 'admin'

export const forbidden = () =>
  new DomainError('FORBIDDEN', 'Your role does not allow this operation.')

const outOfScope = () =>
  new DomainError('FORBIDDEN', 'The scopes of the API key do not allow this operation.')
