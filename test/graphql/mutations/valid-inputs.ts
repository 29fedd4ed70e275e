import { v7 as newUuid } from 'uuid'
import { issuePasswordTokens } from '../../../src/domain/credential/password-token.js'
import { checklistContent } from './input-variants.js'
import { createCalendarLink } from '../../../src/domain/calendar/create-calendar-link.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { type Domain, queryRows } from '../../../src/domain/domain.js'
import {
  customField,
  newAsset,
  newAssetType,
  newChecklist,
  newClient,
  newCompany,
  newDocument,
  newFinding,
  newInspection,
  newJob,
  newJobType,
  newSite,
  newUpload,
  newUser,
  newWebhook,
  newWebhookDelivery,
  newZone,
  newZoneType,
  PASSWORD,
  type TestCompany,
} from '../../support/builders.js'
import type { TestDatabase } from '../../support/own-statements.js'
import { newSession } from '../../support/sessions.js'

/** `caller` is the user who calls the mutation; by default the admin. */
type ValidInput = (company: TestCompany, caller?: Domain) => Promise<object>

const START = '2030-01-07T09:00:00.000Z'
const END = '2030-01-07T11:00:00.000Z'
const START_LOCAL = '2030-01-07T09:00'
const END_LOCAL = '2030-01-07T11:00:00'
const profile = {
  mobile: '07700 900123',
  telephone: '020 7946 0000',
  position: 'Fitter',
  dialingCode: 'GB',
  employeeNumber: 'E-17',
  idNumber: 'ID-17',
}
const address = {
  street: '1 Quay Street',
  city: 'Porthaven',
  region: 'West',
  timezone: 'Europe/London',
}
const numbers = { registrationNumber: 'R-1', vatNumber: 'V-1' }

const idOf =
  <Overrides>(
    build: (company: TestCompany, overrides?: Overrides) => Promise<{ uuid: string }>,
    overrides?: Overrides,
  ): ValidInput =>
  async (company) => ({ id: (await build(company, overrides)).uuid })

const removed = { deletedAt: new Date('2026-01-05T10:00:00Z') }
const working = { status: 'in_progress', workingSince: new Date('2026-01-05T10:00:00Z') } as const

async function uuidOf(domain: Domain) {
  const { companyId, userId } = domain.viewer
  const [user] = await queryRows<{ uuid: string }>(domain, {
    text: 'select uuid from app_user where company_id = $1 and id = $2',
    values: [companyId, userId],
  })
  return user?.uuid
}

async function assetDetails(company: TestCompany) {
  const field = customField()
  const type = await newAssetType(company, { customFields: [field] })
  return {
    zoneId: (await newZone(company)).uuid,
    typeId: type.uuid,
    code: `Code ${newUuid()}`,
    riskLevel: 'HIGH',
    customFieldValues: [{ fieldId: field.fieldId, value: 'red' }],
  }
}

async function siteDetails(company: TestCompany) {
  return {
    clientId: (await newClient(company)).uuid,
    name: 'North Quay',
    failureThreshold: 2,
    managerId: (await newUser(company)).uuid,
    address,
    riskLevel: 'LOW',
    legalName: 'North Quay Limited',
    ...numbers,
  }
}

async function jobDetails(company: TestCompany) {
  const zone = await newZone(company)
  const site = await company.db.prisma.site.findFirstOrThrow({ where: { id: zone.siteId } })
  return {
    siteId: site.uuid,
    zoneIds: [zone.uuid],
    ...(await jobDetailsWithoutPlace(company)),
  }
}

async function jobDetailsWithoutPlace(company: TestCompany) {
  return {
    jobTypeId: (await newJobType(company)).uuid,
    technicianId: (await newUser(company)).uuid,
    scheduledStart: START,
    scheduledStartLocal: START_LOCAL,
    scheduledEnd: END,
    scheduledEndLocal: END_LOCAL,
    requiresSignature: true,
    allowEarlyClosure: false,
    reference: 'PO-17',
    specialInstructions: 'Ask at the gate.',
  }
}

const findingDetails = {
  title: 'Hinge is broken',
  note: 'The upper one.',
  severity: 'HIGH',
  dueAt: '2030-01-05T10:00:00.000Z',
}

async function assetChange(company: TestCompany) {
  const id = (await newAsset(company)).uuid
  return { id, ...(await assetDetails(company)), discardValues: true }
}

async function jobChange(company: TestCompany) {
  return { id: (await newJob(company)).uuid, ...(await jobDetails(company)) }
}

const bulkOf = (...rows: object[]) => ({ rows, onError: 'REJECT_ALL' })

async function inspectionDetails(company: TestCompany) {
  const zone = await newZone(company)
  // Every score passes: none contradicts the outcome.
  const { id: typeId } = await newJobType(company, { passPercentage: 0 })
  return {
    assetId: (await newAsset(company, { zoneId: zone.id })).uuid,
    jobId: (await newJob(company, { siteId: zone.siteId, typeId, ...working })).uuid,
    outcome: 'PASSED',
    score: 90,
    note: 'In order.',
    inspectedAt: '2026-01-05T10:00:00.000Z',
  }
}

const assetTypeDetails = async (company: TestCompany) => ({
  name: 'Fire door',
  shortCode: `F${newUuid().slice(-6)}`,
  riskLevel: 'CRITICAL',
  checklistId: (await newChecklist(company)).uuid,
  customFields: [
    {
      fieldId: newUuid(),
      label: 'Colour',
      default: 'red',
      placeholder: 'red or blue',
      required: true,
      kind: 'CHOICE',
      options: ['red', 'blue'],
    },
  ],
  enforceChecklistOrder: true,
  inspectionInterval: 'P1Y6M2W3D',
  inspectionSchedule: 'FIXED',
})

const jobTypeDetails = {
  name: 'Yearly check',
  passPercentage: 80,
  active: true,
  requiresSignature: true,
  requireAllAssets: true,
  singleInspection: true,
}

const userDetails = () => ({
  firstName: 'Ada',
  lastName: 'Marsh',
  email: `ada-${newUuid()}@example.com`,
  role: 'TECHNICIAN',
  timezone: 'Europe/London',
  phoneNumber: '020 7946 0001',
  profile,
})

const keyLimits = {
  expiresAt: END,
  scopes: ['READ', 'FIELD_WORK'],
  addressRanges: ['192.0.2.0/24', '2001:db8::/32'],
}

/** For each mutation, an input with all fields that succeeds for an admin. */
export const validInputs: Readonly<Record<string, ValidInput>> = {
  login: async (company) => ({ username: (await newUser(company)).email, password: PASSWORD }),
  refreshToken: async ({ admin }) => ({ refreshToken: (await newSession(admin)).refreshToken }),
  logout: async () => ({ everywhere: false }),
  revokeSession: async ({ admin }, caller = admin) => ({
    id: (await newSession(caller)).sessionId,
  }),
  createCalendarLink: async (company, caller = company.admin) => ({
    siteId: caller.viewer.role === 'admin' ? (await newSite(company)).uuid : null,
  }),
  revokeCalendarLink: async ({ admin }, caller = admin) => ({
    id: (await createCalendarLink(caller, {})).uuid,
  }),
  requestPasswordReset: async (company) => ({ email: (await newUser(company)).email }),
  resetPassword: async (company) => {
    const { email } = await newUser(company)
    const [issued] = await issuePasswordTokens(company.db, {
      kind: 'password_reset',
      email,
      companyId: null,
    })
    return { token: issued?.token, new: 'a long password' }
  },
  changePassword: async () => ({ current: PASSWORD, new: 'a long password' }),
  updateNotificationPreferences: async () => ({
    mails: ['JOB_ASSIGNED', 'FINDING_OVERDUE'],
    digestDays: ['MONDAY', 'FRIDAY'],
    digestHour: 6,
  }),
  updateProfile: async () => ({
    firstName: 'Ada',
    lastName: 'Marsh',
    phoneNumber: '020 7946 0001',
    telephone: '020 7946 0002',
    timezone: 'Europe/London',
  }),

  createApiKey: async ({ admin }) => ({
    ...keyLimits,
    name: 'Import',
    actsAs: await uuidOf(admin),
  }),
  updateApiKey: async ({ admin }) => ({
    id: (await createApiKey(admin, { name: 'A', scopes: ['READ'], actsAs: admin.viewer.userId }))
      .uuid,
    ...keyLimits,
    name: 'Import',
  }),
  createWebhook: async (company) => ({
    url: 'https://example.com/webhook',
    triggers: ['asset.status', '*.removed'],
    query: 'query ($id: ID!) { node(id: $id) { id } }',
    siteIds: [(await newSite(company)).uuid],
    exceptMadeBy: (await createApiKey(company.admin, { name: 'Receiver' })).uuid,
  }),
  updateWebhook: async (company) => ({
    id: (await newWebhook(company)).uuid,
    url: 'https://example.com/other',
    triggers: ['job.created'],
    query: 'query ($id: ID!) { job(id: $id) { number } }',
    siteIds: [(await newSite(company)).uuid],
    exceptMadeBy: (await createApiKey(company.admin, { name: 'Receiver' })).uuid,
    enabled: false,
  }),
  removeWebhook: idOf(newWebhook),
  restoreWebhook: idOf(newWebhook, removed),
  rotateWebhookSecret: async (company) => ({
    id: (await newWebhook(company)).uuid,
    overlapHours: 1,
  }),
  testWebhook: idOf(newWebhook),
  redeliver: idOf(newWebhookDelivery, { state: 'failed' }),
  replayWebhook: async (company) => {
    const webhook = await newWebhook(company)
    await newWebhookDelivery(company, { webhookId: webhook.id, state: 'delivered' })
    return { id: webhook.uuid, from: '2026-01-05T10:00:00Z', to: '2100-01-05T10:00:00Z' }
  },
  revokeApiKey: async ({ admin }) => ({
    id: (await createApiKey(admin, { name: 'Dashboard' })).uuid,
  }),

  updateCompany: async ({ admin }) => ({
    name: 'Harbour Inspections',
    ...numbers,
    primaryUserId: await uuidOf(admin),
    allowExternalBarcodes: true,
    barcodeFormat: '[A-Z]{2}[0-9]+',
    manualInspectionClosure: true,
    allowUnassignedJobs: true,
    photoPositions: true,
    whiteLabelEnabled: true,
    appName: 'Harbour',
    appEmailLogo: '/images/harbour.png',
    frontendUrl: 'https://harbour.example.com',
    fromEmail: 'office@harbour.example.com',
    fromEmailName: 'Harbour',
    industryId: 1,
    regionId: 2,
    salesRepId: 3,
    assetpoolBranchId: 4,
  }),

  createAsset: async (company) => ({
    ...(await assetDetails(company)),
    barcode: `Barcode ${newUuid()}`,
  }),
  createAssets: async (company) =>
    bulkOf(
      { ...(await assetDetails(company)), barcode: `Barcode ${newUuid()}` },
      { ...(await assetDetails(company)), barcode: `Barcode ${newUuid()}` },
    ),
  updateAsset: assetChange,
  updateAssets: async (company) => bulkOf(await assetChange(company), await assetChange(company)),
  decommissionAsset: idOf(newAsset),
  recommissionAsset: async (company) => ({
    id: (await newAsset(company, { decommissionedAt: new Date() })).uuid,
    reason: 'It was repaired.',
  }),
  voidInspection: async (company) => ({
    id: (await newInspection(company)).uuid,
    reason: 'It was the wrong asset.',
  }),
  createFinding: async (company) => ({
    assetId: (await newAsset(company)).uuid,
    ...findingDetails,
  }),
  updateFinding: async (company) => ({ id: (await newFinding(company)).uuid, ...findingDetails }),
  resolveFinding: async (company) => ({
    id: (await newFinding(company)).uuid,
    resolution: 'The hinge was replaced.',
  }),
  acceptFinding: async (company) => ({
    id: (await newFinding(company)).uuid,
    resolution: 'The door is locked.',
  }),
  reopenFinding: idOf(newFinding, { status: 'resolved' }),
  createJobFromFindings: async (company) => {
    const { uuid } = await newFinding(company)
    return { findingIds: [uuid], ...(await jobDetailsWithoutPlace(company)) }
  },
  removeDocument: idOf(newDocument),
  restoreDocument: idOf(newDocument, removed),
  removeFinding: idOf(newFinding),
  restoreFinding: idOf(newFinding, removed),
  removeAsset: idOf(newAsset),
  restoreAsset: idOf(newAsset, removed),

  createAssetType: assetTypeDetails,
  updateAssetType: async (company) => ({
    id: (await newAssetType(company)).uuid,
    ...(await assetTypeDetails(company)),
  }),
  removeAssetType: idOf(newAssetType),
  restoreAssetType: idOf(newAssetType, removed),

  createChecklist: async (company) => ({
    ...checklistContent(),
    copyOf: (await newChecklist(company)).uuid,
  }),
  updateChecklist: async (company) => ({
    id: (await newChecklist(company)).uuid,
    ...checklistContent(),
  }),
  removeChecklist: idOf(newChecklist),
  restoreChecklist: idOf(newChecklist, removed),

  createClient: async () => ({ legalName: 'Acme Limited', tradingName: 'Acme', ...numbers }),
  updateClient: async (company) => ({
    id: (await newClient(company)).uuid,
    legalName: 'Acme Limited',
    tradingName: 'Acme',
    ...numbers,
  }),
  removeClient: idOf(newClient),
  restoreClient: idOf(newClient, removed),

  recordInspection: inspectionDetails,
  recordInspections: async (company) =>
    bulkOf(await inspectionDetails(company), await inspectionDetails(company)),

  createJob: jobDetails,
  createJobs: async (company) => bulkOf(await jobDetails(company), await jobDetails(company)),
  updateJob: jobChange,
  updateJobs: async (company) => bulkOf(await jobChange(company), await jobChange(company)),
  startJob: idOf(newJob),
  pauseJob: idOf(newJob, working),
  resumeJob: idOf(newJob, { status: 'paused' }),
  completeJob: async (company) => ({
    id: (await newJob(company, working)).uuid,
    signatureName: 'J. Doe',
  }),
  cancelJob: idOf(newJob),
  reportJob: idOf(newJob, { status: 'completed' }),
  reportInspection: idOf(newInspection),
  certifyInspection: idOf(newInspection),
  reportSite: idOf(newSite),
  attachToJob: async (company) => ({
    id: (await newJob(company)).uuid,
    documentIds: [(await newUpload(company)).uuid],
  }),
  attachToSite: async (company) => ({
    id: (await newSite(company)).uuid,
    documentIds: [(await newUpload(company)).uuid],
  }),
  confirmJobSync: idOf(newJob),
  removeJob: idOf(newJob),
  restoreJob: idOf(newJob, removed),

  createJobType: async () => jobTypeDetails,
  updateJobType: async (company) => ({
    id: (await newJobType(company)).uuid,
    ...jobTypeDetails,
  }),
  removeJobType: idOf(newJobType),
  restoreJobType: idOf(newJobType, removed),

  createSite: siteDetails,
  updateSite: async (company) => ({
    id: (await newSite(company)).uuid,
    ...(await siteDetails(company)),
  }),
  removeSite: idOf(newSite),
  restoreSite: idOf(newSite, removed),

  createUser: async () => ({ ...userDetails(), password: 'a long password', active: true }),
  inviteUser: async () => userDetails(),
  updateUser: async (company) => ({
    id: (await newUser(company)).uuid,
    ...userDetails(),
    password: 'a long password',
    active: true,
    reassignOpenJobsTo: (await newUser(company)).uuid,
  }),
  removeUser: idOf(newUser),
  restoreUser: idOf(newUser, removed),

  createZone: async (company) => ({
    siteId: (await newSite(company)).uuid,
    typeId: (await newZoneType(company)).uuid,
    name: 'Roof',
    sizeSquareMetres: 120,
  }),
  updateZone: async (company) => ({
    id: (await newZone(company)).uuid,
    siteId: (await newSite(company)).uuid,
    typeId: (await newZoneType(company)).uuid,
    name: 'Roof',
    sizeSquareMetres: 120,
  }),
  removeZone: idOf(newZone),
  restoreZone: idOf(newZone, removed),

  createZoneType: async (company) => ({
    name: 'Plant room',
    riskLevel: 'MEDIUM',
    assetTypeIds: [(await newAssetType(company)).uuid],
  }),
  updateZoneType: async (company) => ({
    id: (await newZoneType(company)).uuid,
    name: 'Plant room',
    riskLevel: 'MEDIUM',
    assetTypeIds: [(await newAssetType(company)).uuid],
  }),
  removeZoneType: idOf(newZoneType),
  restoreZoneType: idOf(newZoneType, removed),
}

/** A new company, in which a mutation may create records with ids and barcodes of its own, and a valid input of the mutation. */
export async function newCompanyAndInput(db: TestDatabase, name: string) {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  return { company, input: (await validInputs[name]?.(company)) ?? {} }
}
