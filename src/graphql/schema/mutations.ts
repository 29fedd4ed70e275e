import type { ClassType } from 'type-graphql'
import { ApiKeyMutation, RevokeApiKeyMutation } from './api-key/api-key.mutation.js'
import { AssetTypeMutation, assetTypeRemovalMutations } from './asset-type/asset-type.mutation.js'
import {
  AssetMutation,
  assetRemovalMutations,
  DecommissionAssetMutation,
} from './asset/asset.mutation.js'
import { ClientMutation, clientRemovalMutations } from './client/client.mutation.js'
import { InspectionMutation } from './inspection/inspection.mutation.js'
import { JobTypeMutation, jobTypeRemovalMutations } from './job-type/job-type.mutation.js'
import { JobMutation, jobMoveMutations, jobRemovalMutations } from './job/job.mutation.js'
import { SessionMutation } from './session/session.mutation.js'
import { SiteMutation, siteRemovalMutations } from './site/site.mutation.js'
import { UserMutation, userRemovalMutations } from './user/user.mutation.js'
import { ZoneTypeMutation, zoneTypeRemovalMutations } from './zone-type/zone-type.mutation.js'
import { ZoneMutation, zoneRemovalMutations } from './zone/zone.mutation.js'

/** Every class that declares mutations. */
export const mutationResolvers: readonly ClassType[] = [
  SessionMutation,
  ApiKeyMutation,
  RevokeApiKeyMutation,
  AssetMutation,
  DecommissionAssetMutation,
  ...assetRemovalMutations,
  AssetTypeMutation,
  ...assetTypeRemovalMutations,
  ClientMutation,
  ...clientRemovalMutations,
  InspectionMutation,
  JobMutation,
  ...jobMoveMutations,
  ...jobRemovalMutations,
  JobTypeMutation,
  ...jobTypeRemovalMutations,
  SiteMutation,
  ...siteRemovalMutations,
  UserMutation,
  ...userRemovalMutations,
  ZoneMutation,
  ...zoneRemovalMutations,
  ZoneTypeMutation,
  ...zoneTypeRemovalMutations,
]
