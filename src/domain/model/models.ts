import { lookedUp } from '../../db/read/derived.js'
import type { ModelName } from '../../db/read/model.js'
import { useModels } from '../../db/read/models.js'
import { pictureLink } from '../document/picture-link.js'
import { assetType } from './asset-type.js'
import { asset } from './asset.js'
import { auditEntry } from './audit-entry.js'
import { checklist, checklistVersion } from './checklist.js'
import { client } from './client.js'
import { company } from './company.js'
import { document } from './document.js'
import { finding } from './finding.js'
import { inspection } from './inspection.js'
import { job } from './job.js'
import type { NounRules } from './noun-rules.js'
import { site } from './site.js'
import { stateChange } from './state-change.js'
import { user } from './user.js'
import { webhook, webhookDelivery } from './webhook.js'
import { zoneType } from './zone-type.js'
import { zone } from './zone.js'

/** The rules of every table of the Prisma schema. A noun with more than a few rules has a file of its own. */
export const models = {
  ApiKey: { size: 'small' },
  Asset: asset,
  AssetType: assetType,
  AuditEntry: auditEntry,
  Barcode: { size: 'large', logged: { barcode: [] } },
  Checklist: checklist,
  ChecklistCheck: { size: 'small' },
  ChecklistVersion: checklistVersion,
  Client: client,
  Company: company,
  Document: document,
  Finding: finding,
  Inspection: inspection,
  Job: job,
  JobType: {
    size: 'small',
    hasLargeLists: true,
    logged: { job_type: [] },
    graphqlNames: { name: 'description' },
  },
  Risk: { size: 'small', hasLargeLists: true },
  Site: site,
  StateChange: stateChange,
  User: user,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
  Zone: zone,
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
} as const satisfies Readonly<Record<ModelName, NounRules>>

useModels(models)

export const rulesOf = (model: ModelName): NounRules => models[model]

/** The models whose rules have this property. */
export type ModelsWith<Property extends keyof NounRules> = {
  [Name in ModelName]: (typeof models)[Name] extends Record<Property, unknown> ? Name : never
}[ModelName]

/** The models with statistics. */
export type StatisticsName = ModelsWith<'statistics'>

/** Whether a model with this name has statistics. */
export const hasStatistics = (name: string): name is StatisticsName =>
  name in models && rulesOf(name as ModelName).statistics !== undefined
