import type { ClassType } from 'type-graphql'
import { ApiKeyMutation } from './api-key/api-key.mutation.js'
import { AssetTypeMutation } from './asset-type/asset-type.mutation.js'
import { AssetMutation } from './asset/asset.mutation.js'
import { ClientMutation } from './client/client.mutation.js'
import { InspectionMutation } from './inspection/inspection.mutation.js'
import { JobTypeMutation } from './job-type/job-type.mutation.js'
import { JobMutation } from './job/job.mutation.js'
import { SessionMutation } from './session/session.mutation.js'
import { SiteMutation } from './site/site.mutation.js'
import { UserMutation } from './user/user.mutation.js'
import { ZoneTypeMutation } from './zone-type/zone-type.mutation.js'
import { ZoneMutation } from './zone/zone.mutation.js'

/** Every class that declares mutations. */
export const mutationResolvers: readonly ClassType[] = [
  ApiKeyMutation,
  AssetMutation,
  AssetTypeMutation,
  ClientMutation,
  InspectionMutation,
  JobMutation,
  JobTypeMutation,
  SessionMutation,
  SiteMutation,
  UserMutation,
  ZoneMutation,
  ZoneTypeMutation,
]
