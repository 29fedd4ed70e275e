import { ID } from 'type-graphql'
import { FEED_MODELS, type FeedModel } from '../../../domain/change-feed/live-records.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'

export const FeedRecordTypeEnum = enumType<FeedModel>(
  'FeedRecordType',
  'The type of a record in the feed of changes.',
  Object.fromEntries(
    FEED_MODELS.map((name) => [name, `${/^[AEIOU]/.test(name) ? 'An' : 'A'} \`${name}\`.`]),
  ) as Record<FeedModel, string>,
)

export const ChangeActionEnum = enumType('ChangeAction', 'What to do with the copy of a record.', {
  upsert: 'Add the record, or replace it: it is new, changed or restored.',
  remove: 'Delete it: the record was removed or deleted.',
})

@ValueType('RecordChange', 'A record that has changed: once on a page, as it is now.')
export class RecordChangeType {
  @NonNull(String, 'Continues after this change, if the client has applied those before it.')
  readonly cursor!: string

  @NonNull(FeedRecordTypeEnum, 'The type of the record.')
  readonly recordType!: FeedModel

  @NonNull(ID, 'The UUID of the record.')
  readonly recordId!: string

  @NonNull(ChangeActionEnum, 'What to do with the copy of the record.')
  readonly action!: 'upsert' | 'remove'

  @Nullable(
    String,
    'The idempotency key, one of `ownKeys`, of the request that alone made all changes of the record on this page: the client knows them already.',
  )
  readonly ownKey!: string | null
}

@ValueType('ChangePage', 'A page of the feed of changes.')
export class ChangePageType {
  @NonNull(
    [RecordChangeType],
    'The changed records, in the order of their last changes. May be empty even if more follow.',
  )
  readonly changes!: RecordChangeType[]

  @NonNull(String, 'The `after` of the next request.')
  readonly cursor!: string

  @NonNull(Boolean, 'Whether to ask again immediately. If false, the page ends with the log.')
  readonly hasMore!: boolean
}
