import type { GraphQLResolveInfo } from 'graphql'
import { Arg, type ClassType, FieldResolver, Info, Resolver, Root } from 'type-graphql'
import type { FeedModel } from '../../../domain/change-feed/live-records.js'
import { AssetFilterInput } from '../asset/asset.connection.js'
import { AssetNode } from '../asset/asset.type.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { InspectionFilterInput } from '../inspection/inspection.connection.js'
import { InspectionNode } from '../inspection/inspection.type.js'
import { JobFilterInput } from '../job/job.connection.js'
import { JobNode } from '../job/job.type.js'
import { readNodes } from '../node/read-nodes.js'
import { SiteFilterInput } from '../site/site.connection.js'
import { SiteNode } from '../site/site.type.js'
import { FeedRecordTypeEnum, RecordChangeType } from './change-feed.type.js'
import {
  After,
  ChangeSubscription,
  MatchingFilter,
  OnlyId,
} from './change-subscription.decorator.js'
import {
  AssetChangeType,
  InspectionChangeType,
  JobChangeType,
  SiteChangeType,
} from './record-change.types.js'

/** A change in an event of a subscription: what the field of the subscription returns. */
export type ChangeEvent = RecordChangeType

/** `src/graphql/live` reads the arguments (`live-query.ts`) and passes each change as the root value. */
@Resolver()
class ChangeSubscriptions {
  @ChangeSubscription(RecordChangeType, 'Each record that changes, as in the query `changes`.')
  changes(
    @Root() change: ChangeEvent,
    @After() _after?: string,
    @Arg('types', () => [FeedRecordTypeEnum], {
      nullable: true,
      description: 'Only records of these types; default: all.',
    })
    _types?: FeedModel[],
  ) {
    return change
  }

  @ChangeSubscription(
    AssetChangeType,
    'Each asset that changes, also by time: it becomes due or overdue.',
  )
  assetChanged(
    @Root() change: ChangeEvent,
    @After() _after?: string,
    @OnlyId() _id?: string,
    @MatchingFilter(AssetFilterInput) _filter?: AssetFilterInput,
  ) {
    return change
  }

  @ChangeSubscription(JobChangeType, 'Each job that changes, also by time: it becomes late.')
  jobChanged(
    @Root() change: ChangeEvent,
    @After() _after?: string,
    @OnlyId() _id?: string,
    @MatchingFilter(JobFilterInput) _filter?: JobFilterInput,
  ) {
    return change
  }

  @ChangeSubscription(
    SiteChangeType,
    'Each site that changes, also because it begins or ceases to be failing.',
  )
  siteChanged(
    @Root() change: ChangeEvent,
    @After() _after?: string,
    @OnlyId() _id?: string,
    @MatchingFilter(SiteFilterInput) _filter?: SiteFilterInput,
  ) {
    return change
  }

  @ChangeSubscription(InspectionChangeType, 'Each inspection that is recorded.')
  inspectionRecorded(
    @Root() change: ChangeEvent,
    @After() _after?: string,
    @Arg('filter', () => InspectionFilterInput, {
      nullable: true,
      description: 'Only inspections that match; `removed` is not allowed.',
    })
    _filter?: InspectionFilterInput,
  ) {
    return change
  }
}

/** Declares the field with the record of a change. */
function recordField(change: ClassType, node: ClassType, name: string) {
  @Resolver(() => change)
  class ChangedRecordResolver {
    @FieldResolver(() => node, {
      name,
      nullable: true,
      description: 'The record as it is now. Null if it was removed, or does not match the filter.',
    })
    record(
      @Root() { recordId, action }: ChangeEvent,
      @Info() { schema }: GraphQLResolveInfo,
      @FieldReader() read: FieldReader,
    ) {
      if (action === 'remove') return null
      return read.load(recordId, (ids) => readNodes(ids, schema, read))
    }
  }
  return ChangedRecordResolver
}

export const changeSubscriptionResolvers = [
  ChangeSubscriptions,
  recordField(AssetChangeType, AssetNode, 'asset'),
  recordField(InspectionChangeType, InspectionNode, 'inspection'),
  recordField(JobChangeType, JobNode, 'job'),
  recordField(SiteChangeType, SiteNode, 'site'),
] as const
