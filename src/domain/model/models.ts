import { computed, countChildren, lookedUp } from '../../db/read/derived.js'
import type { ModelName } from '../../db/read/model.js'
import type { ModelRules, Models } from '../../db/read/model-rules.js'
import { useModels } from '../../db/read/models.js'
import type { Statistics } from '../../db/read/statistics.js'
import { pictureLink } from '../document/picture-link.js'
import { openFindingsOfClient } from '../finding/finding-status.js'
import { intervalText } from '../asset-type/interval.js'
import { asset } from './asset.js'
import { auditEntry } from './audit-entry.js'
import { checklist, checklistVersion } from './checklist.js'
import { company } from './company.js'
import { document } from './document.js'
import { finding } from './finding.js'
import { inspection } from './inspection.js'
import { job } from './job.js'
import { site } from './site.js'
import { stateChange } from './state-change.js'
import { user } from './user.js'
import { webhook, webhookDelivery } from './webhook.js'
import { zoneType } from './zone-type.js'

/** The rules of every table of the Prisma schema. A noun with more than a few rules has a file of its own. */
export const models = {
  ApiKey: { size: 'small' },
  Asset: asset,
  AssetType: {
    size: 'small',
    hasLargeLists: true,
    hasLargeCounts: true,
    derived: {
      assetsCount: countChildren('asset', 'type_id'),
      inspectionInterval: computed<string | null>(({ column }) =>
        intervalText(column('intervalMonths'), column('intervalDays')),
      ),
      inspectionIntervalDays: computed<number | null>(
        ({ column }) =>
          `case when ${column('intervalMonths')} is null then ${column('intervalDays')} end`,
      ),
    },
    paths: { zoneTypes: ['zoneTypeAssetTypes', 'zoneType'] },
    graphqlNames: { riskLevel: 'risk.level' },
  },
  AuditEntry: auditEntry,
  Barcode: { size: 'large' },
  Checklist: checklist,
  ChecklistCheck: { size: 'small' },
  ChecklistVersion: checklistVersion,
  Client: {
    size: 'small',
    derived: {
      logoUrl: lookedUp<string | null>(
        pictureLink(({ column }) => `d.client_id = ${column('id')}`, 'logo'),
      ),
      documentsCount: countChildren('document', 'client_id'),
      sitesCount: countChildren('site', 'client_id'),
      openFindingsCount: openFindingsOfClient,
    },
  },
  Company: company,
  Document: document,
  Finding: finding,
  Inspection: inspection,
  Job: job,
  JobType: { size: 'small', hasLargeLists: true, graphqlNames: { name: 'description' } },
  Risk: { size: 'small', hasLargeLists: true },
  Site: site,
  StateChange: stateChange,
  User: user,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  Zone: {
    size: 'medium',
    derived: {
      assetsCount: countChildren('asset', 'zone_id'),
      sizeSquareMetres: computed<number | null>(({ column }) => `nullif(${column('size')}, 0)`),
    },
    paths: { jobs: ['jobZones', 'job'] },
  },
  ZoneType: zoneType,

  // Tables that no interface lists.
  AccessToken: { size: 'medium' },
  AuditDeletion: { size: 'small' },
  AuditOffset: { size: 'small' },
  CalendarLink: { size: 'small' },
  ChosenId: { size: 'medium' },
  CompanyMail: { size: 'small' },
  DocumentContent: { size: 'large' },
  DocumentObject: { size: 'medium' },
  DocumentThumbnail: { size: 'large' },
  DocumentUpload: { size: 'small' },
  IssuedHash: { size: 'medium' },
  IdempotencyKey: { size: 'medium' },
  JobZone: { size: 'medium' },
  KnownNetwork: { size: 'small' },
  LoginAttempt: { size: 'medium' },
  Membership: { size: 'small' },
  Notice: { size: 'small' },
  OauthClient: { size: 'small' },
  PasswordToken: { size: 'small' },
  Profile: {
    size: 'small',
    derived: {
      pictureUrl: lookedUp<string | null>(
        pictureLink(({ column }) => `d.of_user_id = ${column('userId')}`, 'picture'),
      ),
    },
  },
  QueuedMail: { size: 'small' },
  Report: { size: 'medium' },
  RefreshToken: { size: 'medium' },
  ServiceState: { size: 'small' },
  Session: { size: 'small' },
  LogFollower: { size: 'small' },
  StateRecheck: { size: 'small' },
  ZoneTypeAssetType: { size: 'small' },
} as const satisfies Models

useModels(models)

export const rulesOf = (model: ModelName): ModelRules => models[model]

/** The models with statistics. */
export type StatisticsName = {
  [Name in ModelName]: (typeof models)[Name] extends { statistics: Statistics } ? Name : never
}[ModelName]

/** Whether a model with this name has statistics. */
export const hasStatistics = (name: string): name is StatisticsName =>
  name in models && rulesOf(name as ModelName).statistics !== undefined
