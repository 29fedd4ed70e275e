import { ApiKeyMutation } from './api-key/api-key.mutation.js'
import { AssetTypeMutation } from './asset-type/asset-type.mutation.js'
import { AssetTypeResolver } from './asset-type/asset-type.resolver.js'
import { AssetBulkMutation } from './asset/asset.bulk.js'
import { AssetMutation } from './asset/asset.mutation.js'
import { AssetResolver } from './asset/asset.resolver.js'
import { auditResolvers, historyResolvers } from './audit/audit.resolver.js'
import { BarcodeResolver } from './barcode/barcode.resolver.js'
import { changeFeedResolvers } from './change-feed/change-feed.resolver.js'
import { changeSubscriptionResolvers } from './change-feed/change-subscription.resolver.js'
import { ClientMutation } from './client/client.mutation.js'
import { ClientResolver } from './client/client.resolver.js'
import { CompanyMutation } from './company/company.mutation.js'
import { CompanyResolver } from './company/company.resolver.js'
import { DocumentMutation } from './document/document.mutation.js'
import { DocumentResolver } from './document/document.resolver.js'
import { FindingMutation } from './finding/finding.mutation.js'
import { FindingResolver } from './finding/finding.resolver.js'
import { InspectionBulkMutation } from './inspection/inspection.bulk.js'
import { InspectionMutation } from './inspection/inspection.mutation.js'
import { InspectionResolver } from './inspection/inspection.resolver.js'
import { CalendarMutation } from './calendar/calendar.mutation.js'
import { ChecklistMutation } from './checklist/checklist.mutation.js'
import { ChecklistResolver } from './checklist/checklist.resolver.js'
import { JobTypeMutation } from './job-type/job-type.mutation.js'
import { JobTypeResolver } from './job-type/job-type.resolver.js'
import { JobBulkMutation } from './job/job.bulk.js'
import { JobMutation } from './job/job.mutation.js'
import { JobResolver } from './job/job.resolver.js'
import { SignatureResolver } from './job/signature.resolver.js'
import { NodeResolver } from './node/node.resolver.js'
import { ReportMutation } from './report/report.mutation.js'
import { RiskResolver } from './risk/risk.resolver.js'
import { SessionMutation } from './session/session.mutation.js'
import { SiteMutation } from './site/site.mutation.js'
import { SiteResolver } from './site/site.resolver.js'
import { OwnAccountMutation } from './user/own-account.mutation.js'
import { stateChangeResolvers } from './state-change/state-change.resolver.js'
import { statisticsResolvers } from './statistics/statistics.resolver.js'
import { UserMutation } from './user/user.mutation.js'
import { UserResolver } from './user/user.resolver.js'
import { ViewerResolver } from './viewer/viewer.resolver.js'
import { WebhookMutation } from './webhook/webhook.mutation.js'
import { WebhookResolver } from './webhook/webhook.resolver.js'
import { ZoneTypeMutation } from './zone-type/zone-type.mutation.js'
import { ZoneTypeResolver } from './zone-type/zone-type.resolver.js'
import { ZoneMutation } from './zone/zone.mutation.js'
import { ZoneResolver } from './zone/zone.resolver.js'

/** The queries, the mutations, the subscriptions and the fields of node types. */
export const resolvers = [
  AssetResolver,
  AssetTypeResolver,
  BarcodeResolver,
  ClientResolver,
  CompanyResolver,
  DocumentResolver,
  FindingResolver,
  InspectionResolver,
  JobResolver,
  SignatureResolver,
  ChecklistResolver,
  JobTypeResolver,
  NodeResolver,
  RiskResolver,
  SiteResolver,
  UserResolver,
  ViewerResolver,
  WebhookResolver,
  ZoneResolver,
  ZoneTypeResolver,
  ...statisticsResolvers,
  ...stateChangeResolvers,
  ...changeFeedResolvers,
  ...changeSubscriptionResolvers,
  ...auditResolvers,
  ...historyResolvers(),
  ApiKeyMutation,
  AssetBulkMutation,
  AssetMutation,
  AssetTypeMutation,
  CalendarMutation,
  ClientMutation,
  CompanyMutation,
  DocumentMutation,
  FindingMutation,
  InspectionBulkMutation,
  InspectionMutation,
  JobBulkMutation,
  JobMutation,
  ReportMutation,
  ChecklistMutation,
  JobTypeMutation,
  OwnAccountMutation,
  SessionMutation,
  SiteMutation,
  UserMutation,
  WebhookMutation,
  ZoneMutation,
  ZoneTypeMutation,
] as const
