import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import { ApiKeyNode } from '../api-key/api-key.type.js'
import { enumType } from '../common/enum-type.js'
import { NonNull, Nullable, ValueType } from '../common/type.decorator.js'
import { UserNode } from '../user/user.type.js'

export const AuditRecordTypeEnum = enumType(
  'AuditRecordType',
  'The type of the record that a change is about.',
  {
    ApiKey: 'An `ApiKey`.',
    Asset: 'An `Asset`.',
    AssetType: 'An `AssetType`.',
    Barcode: 'A `Barcode`.',
    Checklist: 'A `Checklist`, with its questions.',
    Client: 'A `Client`.',
    Company: 'The `Company`.',
    Document: 'A `Document`.',
    Inspection: 'An `Inspection`.',
    Job: 'A `Job`.',
    JobType: 'A `JobType`.',
    Session: 'A `Session`.',
    Site: 'A `Site`.',
    User: 'A `User`, with the role and the profile.',
    Zone: 'A `Zone`.',
    ZoneType: 'A `ZoneType`.',
  },
)

export const AuditActionEnum = enumType('AuditAction', 'What a write did to the record.', {
  created: 'The record was created.',
  updated: 'Fields of the record were changed.',
  removed: 'The record was removed: it can be restored.',
  restored: 'The record was restored.',
  deleted: 'The record was deleted permanently.',
})

@ValueType('AuditChange', 'The change of one field.')
class AuditChangeType {
  @NonNull(
    String,
    'The name of the field, as in the input of the mutation: `siteId` for a reference. A secret, such as `password`, has neither value.',
  )
  readonly field!: string

  @Nullable(
    String,
    'The value before the write as text: an id as UUID, a time as in `DateTime`, a list or an object as JSON. Null if it had none. In a list of records such as `zoneIds`: those that were taken out.',
  )
  readonly before!: string | null

  @Nullable(
    String,
    'The value after the write, in the same format. In a list of records: those that were added.',
  )
  readonly after!: string | null
}

@ValueType(
  'AuditEntry',
  'A change of one record by one write. Entries are written in the transaction of the write and never change. They are kept for a time that the operator configures.',
)
export class AuditEntryType {
  @NonNull(GraphQLDateTime, 'When the transaction of the write began.')
  readonly at!: Date

  @NonNull(AuditRecordTypeEnum, 'The type of the record.')
  readonly recordType!: string

  @NonNull(ID, 'The UUID of the record. It need not exist any more.')
  readonly recordId!: string

  @NonNull(AuditActionEnum, 'What the write did to the record.')
  readonly action!: string

  @NonNull(
    [AuditChangeType],
    'The changed fields, by name; of a new record, all that have a value.',
  )
  readonly changes!: AuditChangeType[]

  @Nullable(
    UserNode,
    'The user who wrote, also if the user was removed since; null if it was none, such as the operator.',
  )
  readonly user!: UserNode | null

  @Nullable(ApiKeyNode, 'The API key that opened the session; null without one.')
  readonly apiKey!: ApiKeyNode | null

  @Nullable(ID, 'The session; null without one.')
  readonly sessionId!: string | null

  @Nullable(
    String,
    'The mutation, also for the operation of another API that does the same, or the command of the operator; null if the service itself wrote, or a migration.',
  )
  readonly operation!: string | null

  @Nullable(
    String,
    'The id of the request, which its response had in `x-request-id`; null if it was none.',
  )
  readonly requestId!: string | null
}
