import { describe, expect, it } from 'vitest'
import { readModel } from '../../src/db/generated/read-model.js'
import { createAssetType } from '../../src/domain/asset-type/create-asset-type.js'
import { updateAssetType } from '../../src/domain/asset-type/update-asset-type.js'
import { createAsset } from '../../src/domain/asset/create-asset.js'
import { createAssets } from '../../src/domain/asset/create-assets.js'
import { decommissionAsset } from '../../src/domain/asset/decommission-asset.js'
import { updateAsset } from '../../src/domain/asset/update-asset.js'
import { updateAssets } from '../../src/domain/asset/update-assets.js'
import type { BulkResult } from '../../src/domain/bulk/rows.js'
import { createCalendarLink } from '../../src/domain/calendar/create-calendar-link.js'
import { createClient } from '../../src/domain/client/create-client.js'
import { updateClient } from '../../src/domain/client/update-client.js'
import { updateCompany } from '../../src/domain/company/update-company.js'
import type { Domain, RecordKey } from '../../src/domain/domain.js'
import { policy, type Operation } from '../../src/domain/access/policy.js'
import { acceptFinding } from '../../src/domain/finding/accept-finding.js'
import { createFinding } from '../../src/domain/finding/create-finding.js'
import { createJobFromFindings } from '../../src/domain/finding/create-job-from-findings.js'
import { reopenFinding } from '../../src/domain/finding/reopen-finding.js'
import { resolveFinding } from '../../src/domain/finding/resolve-finding.js'
import { updateFinding } from '../../src/domain/finding/update-finding.js'
import { recordInspection } from '../../src/domain/inspection/record-inspection.js'
import { recordInspections } from '../../src/domain/inspection/record-inspections.js'
import { createChecklist } from '../../src/domain/checklist/create-checklist.js'
import { updateChecklist } from '../../src/domain/checklist/update-checklist.js'
import { updateNotificationPreferences } from '../../src/domain/notification/update-preferences.js'
import { createJobType } from '../../src/domain/job-type/create-job-type.js'
import { updateJobType } from '../../src/domain/job-type/update-job-type.js'
import { cancelJob } from '../../src/domain/job/cancel-job.js'
import {
  certifyInspection,
  reportInspection,
  reportJob,
  reportSite,
} from '../../src/domain/report/request-report.js'
import { completeJob } from '../../src/domain/job/complete-job.js'
import { createJob } from '../../src/domain/job/create-job.js'
import { createJobs } from '../../src/domain/job/create-jobs.js'
import { pauseJob } from '../../src/domain/job/pause-job.js'
import { resumeJob } from '../../src/domain/job/resume-job.js'
import { startJob } from '../../src/domain/job/start-job.js'
import { updateJob } from '../../src/domain/job/update-job.js'
import { updateJobs } from '../../src/domain/job/update-jobs.js'
import { removeRecord } from '../../src/domain/removal/remove-record.js'
import { restoreRecord } from '../../src/domain/removal/restore-record.js'
import type { RemovableModel } from '../../src/domain/record/require-record.js'
import { createSite } from '../../src/domain/site/create-site.js'
import { updateSite } from '../../src/domain/site/update-site.js'
import { createUser } from '../../src/domain/user/create-user.js'
import { updateProfile } from '../../src/domain/user/update-profile.js'
import { updateUser } from '../../src/domain/user/update-user.js'
import { createZoneType } from '../../src/domain/zone-type/create-zone-type.js'
import { updateZoneType } from '../../src/domain/zone-type/update-zone-type.js'
import { createZone } from '../../src/domain/zone/create-zone.js'
import { updateZone } from '../../src/domain/zone/update-zone.js'
import {
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
  newUser,
  newWebhook,
  newWebhookDelivery,
  newZone,
  newZoneType,
  type TestCompany,
} from '../support/builders.js'
import { createWebhook } from '../../src/domain/webhook/create-webhook.js'
import { redeliver, replayWebhook } from '../../src/domain/webhook/redeliver.js'
import { rotateWebhookSecret } from '../../src/domain/webhook/rotate-webhook-secret.js'
import { testWebhook } from '../../src/domain/webhook/test-webhook.js'
import { updateWebhook } from '../../src/domain/webhook/update-webhook.js'
import type { WebhookServices } from '../../src/domain/webhook/webhook-queries.js'
import { tableDigestsOf } from '../support/table-digests.js'
import { testDatabase } from '../support/database.js'
import { errorCodesOf } from '../support/error-codes.js'

/* Every verb that writes, and every place of its input in which a record is named. */

const db = testDatabase()

interface BuiltRecord {
  readonly id: number
  readonly uuid: string
}
type Build = (company: TestCompany) => Promise<BuiltRecord>

const build = {
  Client: newClient,
  Site: newSite,
  Zone: newZone,
  ZoneType: newZoneType,
  Asset: newAsset,
  AssetType: newAssetType,
  Document: newDocument,
  Finding: newFinding,
  Checklist: newChecklist,
  Job: newJob,
  JobType: newJobType,
  User: newUser,
  Webhook: newWebhook,
} satisfies Record<RemovableModel, Build>

interface Verb {
  readonly run: (domain: Domain, input: never) => Promise<{ id: number }>
  /** The fields of the input that are not references. */
  readonly rest?: object
  /** The references of the input: path and type of record. A path into a list looks like `zoneIds.0`. */
  readonly names: Readonly<Record<string, Build>>
  /** What the paths of errors begin with: the row, if the operation takes several. */
  readonly prefix?: string
}

const START = new Date('2030-01-07T09:00:00Z')
const END = new Date('2030-01-07T10:00:00Z')

/** The record of the only row. */
function onlyRecord({ records: [record] }: BulkResult<{ id: number }>) {
  if (!record) throw new Error('expected a record, got none')
  return record
}

/** GraphQL is not asked: the inputs have no query. */
const webhooks: WebhookServices = {
  queries: { isField: () => true, check: () => undefined, read: async () => undefined },
  settings: { allowPrivateAddresses: false, ports: undefined, encryptionKey: undefined },
}

const models = Object.keys(build) as RemovableModel[]
const removal = (run: typeof removeRecord, model: RemovableModel): Verb => ({
  run: (domain, input) => run(domain, model, input),
  names: { id: build[model] },
})

/** A link has no integer id. */
const linkCalendar: Verb['run'] = async (domain, input) => {
  await createCalendarLink(domain, input)
  return { id: domain.viewer.userId }
}

const verbs: Partial<Record<Operation, Verb>> = {
  createCalendarLink: { run: linkCalendar, names: {} },
  createSiteCalendarLink: { run: linkCalendar, names: { siteId: newSite } },
  updateNotificationPreferences: {
    run: updateNotificationPreferences,
    rest: { digestHour: 8 },
    names: {},
  },
  createClient: { run: createClient, rest: { legalName: 'Acme' }, names: {} },
  createWebhook: {
    run: (domain, input) => createWebhook(domain, webhooks, input),
    rest: { url: 'https://example.com/', triggers: ['asset.status'] },
    names: { 'siteIds.0': newSite },
  },
  updateWebhook: {
    run: (domain, input) => updateWebhook(domain, webhooks, input),
    names: { id: newWebhook, 'siteIds.0': newSite },
  },
  rotateWebhookSecret: {
    run: (domain, input) => rotateWebhookSecret(domain, webhooks, input),
    names: { id: newWebhook },
  },
  testWebhook: { run: testWebhook, names: { id: newWebhook } },
  redeliver: { run: redeliver, names: { id: newWebhookDelivery } },
  replayWebhook: { run: replayWebhook, rest: { from: START }, names: { id: newWebhook } },
  updateClient: { run: updateClient, rest: { legalName: 'Acme' }, names: { id: newClient } },
  createSite: {
    run: createSite,
    rest: { name: 'North' },
    names: { clientId: newClient, managerId: newUser },
  },
  updateSite: {
    run: updateSite,
    rest: { name: 'North' },
    names: { id: newSite, clientId: newClient, managerId: newUser },
  },
  createZone: {
    run: createZone,
    rest: { name: 'Roof' },
    names: { siteId: newSite, typeId: newZoneType },
  },
  updateZone: {
    run: updateZone,
    rest: { name: 'Roof' },
    names: { id: newZone, siteId: newSite, typeId: newZoneType },
  },
  createZoneType: {
    run: createZoneType,
    rest: { description: 'Office' },
    names: { 'assetTypeIds.0': newAssetType },
  },
  updateZoneType: {
    run: updateZoneType,
    rest: { description: 'Office' },
    names: { id: newZoneType, 'assetTypeIds.0': newAssetType },
  },
  createAssetType: {
    run: createAssetType,
    rest: { name: 'Door', shortCode: 'DR' },
    names: { checklistId: newChecklist },
  },
  updateAssetType: {
    run: updateAssetType,
    rest: { name: 'Door' },
    names: { id: newAssetType, checklistId: newChecklist },
  },
  createChecklist: {
    run: createChecklist,
    rest: { name: 'Doors' },
    names: { copyOf: newChecklist },
  },
  updateChecklist: { run: updateChecklist, rest: { name: 'Doors' }, names: { id: newChecklist } },
  createJobType: { run: createJobType, rest: { description: 'Check' }, names: {} },
  updateJobType: { run: updateJobType, rest: { description: 'Check' }, names: { id: newJobType } },
  createAsset: {
    run: createAsset,
    rest: { code: 'A-1' },
    names: { zoneId: newZone, typeId: newAssetType },
  },
  updateAsset: {
    run: updateAsset,
    rest: { code: 'A-1' },
    names: { id: newAsset, zoneId: newZone, typeId: newAssetType },
  },
  createAssets: {
    run: async (domain, input) => onlyRecord(await createAssets(domain, { rows: [input] })),
    rest: { code: 'A-1' },
    names: { zoneId: newZone, typeId: newAssetType },
    prefix: 'rows.0.',
  },
  updateAssets: {
    run: async (domain, input) => onlyRecord(await updateAssets(domain, { rows: [input] })),
    rest: { code: 'A-1' },
    names: { id: newAsset, zoneId: newZone, typeId: newAssetType },
    prefix: 'rows.0.',
  },
  decommissionAsset: { run: decommissionAsset, names: { id: newAsset } },
  recordInspection: {
    run: recordInspection,
    rest: { outcome: 'passed' },
    names: { assetId: newAsset, jobId: newJob },
  },
  recordInspections: {
    run: async (domain, input) => onlyRecord(await recordInspections(domain, { rows: [input] })),
    rest: { outcome: 'passed' },
    names: { assetId: newAsset, jobId: newJob },
    prefix: 'rows.0.',
  },
  createJob: {
    run: createJob,
    rest: { scheduledStart: START, scheduledEnd: END },
    names: { siteId: newSite, jobTypeId: newJobType, technicianId: newUser, 'zoneIds.0': newZone },
  },
  updateJob: {
    run: updateJob,
    names: {
      id: newJob,
      siteId: newSite,
      jobTypeId: newJobType,
      technicianId: newUser,
      'zoneIds.0': newZone,
    },
  },
  createJobs: {
    run: async (domain, input) => onlyRecord(await createJobs(domain, { rows: [input] })),
    rest: { scheduledStart: START, scheduledEnd: END },
    names: { siteId: newSite, jobTypeId: newJobType, technicianId: newUser, 'zoneIds.0': newZone },
    prefix: 'rows.0.',
  },
  updateJobs: {
    run: async (domain, input) => onlyRecord(await updateJobs(domain, { rows: [input] })),
    names: {
      id: newJob,
      siteId: newSite,
      jobTypeId: newJobType,
      technicianId: newUser,
      'zoneIds.0': newZone,
    },
    prefix: 'rows.0.',
  },
  createFinding: {
    run: createFinding,
    rest: { title: 'Hinge is broken', severity: 'High' },
    names: { assetId: newAsset },
  },
  updateFinding: { run: updateFinding, rest: { note: 'Again' }, names: { id: newFinding } },
  resolveFinding: { run: resolveFinding, rest: { resolution: 'Done' }, names: { id: newFinding } },
  acceptFinding: { run: acceptFinding, rest: { resolution: 'Rare' }, names: { id: newFinding } },
  reportJob: { run: reportJob, names: { id: newJob } },
  reportInspection: { run: reportInspection, names: { id: newInspection } },
  certifyInspection: { run: certifyInspection, names: { id: newInspection } },
  reportSite: { run: reportSite, names: { id: newSite } },
  reopenFinding: { run: reopenFinding, names: { id: newFinding } },
  createJobFromFindings: {
    run: createJobFromFindings,
    rest: { scheduledStart: START, scheduledEnd: END },
    names: { 'findingIds.0': newFinding, jobTypeId: newJobType, technicianId: newUser },
  },
  startJob: { run: startJob, names: { id: newJob } },
  pauseJob: { run: pauseJob, names: { id: newJob } },
  resumeJob: { run: resumeJob, names: { id: newJob } },
  completeJob: { run: completeJob, names: { id: newJob } },
  cancelJob: { run: cancelJob, names: { id: newJob } },
  createUser: {
    run: createUser,
    rest: {
      firstName: 'Ada',
      lastName: 'King',
      email: 'ada@example.com',
      password: 'a long password',
      role: 'admin',
    },
    names: {},
  },
  updateUser: {
    run: updateUser,
    rest: { firstName: 'Ada' },
    names: { id: newUser, reassignOpenJobsTo: newUser },
  },
  updateProfile: { run: updateProfile, rest: { firstName: 'Ada' }, names: {} },
  updateCompany: { run: updateCompany, rest: { name: 'Acme' }, names: { primaryUserId: newUser } },
  ...Object.fromEntries(models.map((model) => [`remove${model}`, removal(removeRecord, model)])),
  ...Object.fromEntries(models.map((model) => [`restore${model}`, removal(restoreRecord, model)])),
}

const entries = Object.entries(verbs) as [Operation, Verb][]
const places = entries.flatMap(([operation, verb]) =>
  Object.entries(verb.names).map(([path, builder]) => ({ operation, verb, path, builder })),
)

/** An input whose references are the company's records, except those in `replaced`. */
async function inputFor(
  company: TestCompany,
  verb: Verb,
  replaced: Record<string, RecordKey> = {},
) {
  const input: Record<string, unknown> = { ...verb.rest }
  for (const [path, builder] of Object.entries(verb.names)) {
    const key = replaced[path] ?? (await builder(company)).id
    const [name = path, index] = path.split('.')
    input[name] = index === undefined ? key : [key]
  }
  return input as never
}

const unknownAt = ({ prefix = '' }: Verb, path: string) =>
  path === 'id' && prefix === '' ? 'NOT_FOUND' : `NOT_FOUND ${prefix}${path}`

it('covers every operation that writes, except those on credentials', () => {
  const verb =
    /^(create|update|remove|restore|start|pause|resume|complete|cancel|record|decommission|resolve|accept|reopen|report|certify|rotate|test|replay)(?!ApiKey)[A-Z]|^redeliver$/
  // An upload names no record.
  const writes = Object.keys(policy).filter(
    (operation) => operation !== 'createDocument' && verb.test(operation),
  )
  expect(Object.keys(verbs).sort()).toEqual(writes.sort())
})

describe.each(places)('$path of $operation', ({ verb, path, builder }) => {
  it('does not find a record of another company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const foreign = await builder(other)
    for (const key of [foreign.id, foreign.uuid]) {
      const input = await inputFor(company, verb, { [path]: key })
      const before = await tableDigestsOf(db, company.companyId, other.companyId)
      expect(await errorCodesOf(verb.run(company.admin, input))).toContain(unknownAt(verb, path))
      expect(await tableDigestsOf(db, company.companyId, other.companyId)).toEqual(before)
    }
  })

  it('does not find a record by a malformed key', async () => {
    const company = await newCompany(db)
    for (const key of [0, -1, 1.5, 2 ** 31, Number.NaN, '', '7', 'no-uuid', '\0']) {
      const input = await inputFor(company, verb, { [path]: key })
      expect(await errorCodesOf(verb.run(company.admin, input))).toContain(unknownAt(verb, path))
    }
  })
})

// A delivery cannot be removed.
it.each(places.filter(({ operation }) => !/^(remove|restore|redeliver)/.test(operation)))(
  '$path of $operation rejects a removed record',
  async ({ verb, path, builder }) => {
    const company = await newCompany(db)
    const { id, uuid } = await builder(company)
    for (const { table, columns } of Object.values(readModel)) {
      if (!('uuid' in columns && 'deletedAt' in columns)) continue
      await db.pool.query(`update ${table} set deleted_at = now() where uuid = $1`, [uuid])
    }
    const input = await inputFor(company, verb, { [path]: id })
    const before = await tableDigestsOf(db, company.companyId)
    const expected = path === 'id' && !verb.prefix ? 'REMOVED' : unknownAt(verb, path)
    expect(await errorCodesOf(verb.run(company.admin, input))).toContain(expected)
    expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  },
)

it.each(entries.filter(([operation]) => policy[operation].access === 'admin'))(
  '%s is FORBIDDEN for a technician',
  async (_operation, verb) => {
    const company = await newCompany(db)
    const input = await inputFor(company, verb)
    const before = await tableDigestsOf(db, company.companyId)
    expect(await errorCodesOf(() => verb.run(company.technician, input))).toEqual(['FORBIDDEN'])
    expect(await tableDigestsOf(db, company.companyId)).toEqual(before)
  },
)
