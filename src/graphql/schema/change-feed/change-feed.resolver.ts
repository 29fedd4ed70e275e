import type { GraphQLResolveInfo } from 'graphql'
import { Arg, Ctx, FieldResolver, Info, Int, Query, Resolver, Root } from 'type-graphql'
import type { FeedModel } from '../../../domain/change-feed/live-records.js'
import { readChanges } from '../../../domain/change-feed/read-changes.js'
import { keyHashOf } from '../../../domain/idempotency/idempotency-key.js'
import { type Context, domainOf } from '../../context.js'
import { badInput, resync } from '../../errors.js'
import { MAX_PAGE_SIZE } from '../../operation/page.js'
import { FieldReader } from '../common/field-reader.decorator.js'
import { NodeInterface } from '../common/node.type.js'
import { readNodes } from '../node/read-nodes.js'
import { decodeChangeCursor, encodeChangeCursor } from './change-cursor.js'
import { ChangePageType, FeedRecordTypeEnum, RecordChangeType } from './change-feed.type.js'

/** A device asks more often than it makes this many requests. */
const MAX_OWN_KEYS = 250

@Resolver()
class ChangesResolver {
  @Query(() => ChangePageType, {
    description:
      'The records that have changed, for a client that keeps a copy: first call it without `after`, which returns only a cursor, then read the lists, then follow the changes. A cursor that is too old, or of another role, is refused with `RESYNC`: begin again.',
  })
  async changes(
    @Arg('after', () => String, {
      nullable: true,
      description: 'The cursor of the last page, or of a change.',
    })
    after: string | null | undefined,
    @Arg('types', () => [FeedRecordTypeEnum], {
      nullable: true,
      description: 'Only records of these types; default: all.',
    })
    types: FeedModel[] | null | undefined,
    @Arg('first', () => Int, {
      defaultValue: MAX_PAGE_SIZE,
      description: `The most records, from 1 to ${MAX_PAGE_SIZE}.`,
    })
    first: number,
    @Arg('ownKeys', () => [String], {
      nullable: true,
      description: `Idempotency keys of your own requests, at most ${MAX_OWN_KEYS}: \`ownKey\` names them, so that a client can skip its own changes.`,
    })
    ownKeys: string[] | null | undefined,
    @Ctx() context: Context,
  ): Promise<ChangePageType> {
    if (first < 1 || first > MAX_PAGE_SIZE) {
      throw badInput(`first must be from 1 to ${MAX_PAGE_SIZE}.`, 'first')
    }
    if (ownKeys && ownKeys.length > MAX_OWN_KEYS) {
      throw badInput(`At most ${MAX_OWN_KEYS} keys are allowed.`, 'ownKeys')
    }
    const domain = domainOf(context)
    const { role, companyId } = domain.viewer
    const keys = new Map(ownKeys?.map((key) => [keyHashOf(domain.viewer, key), key]))
    const position = after == null ? undefined : decodeChangeCursor(role, after)
    const page = await readChanges(
      { db: domain.db, companyId },
      position,
      types ?? undefined,
      first,
    )
    if (!page) throw resync('Changes after this cursor have been deleted.')
    return {
      changes: page.changes.map(({ position: own, recordType, recordId, keyHash, live }) => ({
        cursor: encodeChangeCursor(role, own),
        recordType,
        recordId,
        action: live ? 'upsert' : 'remove',
        ownKey: keyHash === null ? null : (keys.get(keyHash) ?? null),
      })),
      cursor: encodeChangeCursor(role, page.position),
      hasMore: page.hasMore,
    }
  }
}

@Resolver(() => RecordChangeType)
class RecordChangeResolver {
  @FieldResolver(() => NodeInterface, {
    nullable: true,
    description:
      'The record as it is now, with the fields that the query selects. Null if it was removed.',
  })
  record(
    @Root() { recordId, action }: RecordChangeType,
    @Info() { schema }: GraphQLResolveInfo,
    @FieldReader() read: FieldReader,
  ) {
    if (action === 'remove') return null
    return read.load(recordId, (ids) => readNodes(ids, schema, read))
  }
}

export const changeFeedResolvers = [ChangesResolver, RecordChangeResolver] as const
