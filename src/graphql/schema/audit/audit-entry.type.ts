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
    CalendarLink: 'A `CalendarLink`.',
    Checklist: 'A `Checklist`, with its questions.',
    Client: 'A `Client`.',
    Company: 'The `Company`.',
    Document: 'A `Document`.',
    Finding: 'A `Finding`.',
    Inspection: 'An `Inspection`.',
    Job: 'A `Job`.',
    JobType: 'A `JobType`.',
    Report: 'The `Report` of a job, an inspection or a site.',
    Session: 'A `Session`.',
    Site: 'A `Site`.',
    Webhook: 'A `Webhook`.',
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
    'The name of the field, as in the input of the mutation: `siteId` for a reference. For a secret, such as `password`, `before` and `after` are null.',
  )
  readonly field!: string

  @Nullable(
    String,
    'The value before the write as text: an id as UUID, a time as in `DateTime`, a list or an object as JSON. Null if the field had no value. For a list of records, such as `zoneIds`: the ids that were removed.',
  )
  readonly before!: string | null

  @Nullable(
    String,
    'The value after the write, in the same format. For a list of records: the ids that were added.',
  )
  readonly after!: string | null
}

@ValueType(
  'AuditEntry',
  'A change of one record by one write. Entries are written in the transaction of the write and never change. They are deleted after a number of days that the operator configures.',
)
export class AuditEntryType {
  @NonNull(ID, 'Identifies the entry, for example as the key of a row in a list.')
  readonly key!: string

  @NonNull(GraphQLDateTime, 'When the transaction of the write began.')
  readonly at!: Date

  @NonNull(AuditRecordTypeEnum, 'The type of the record.')
  readonly recordType!: string

  @NonNull(ID, 'The UUID of the record, which may have been removed or deleted since.')
  readonly recordId!: string

  @NonNull(AuditActionEnum, 'What the write did to the record.')
  readonly action!: string

  @NonNull(
    [AuditChangeType],
    'The changed fields, sorted by name. For a new record: all fields that have a value. Empty if the write changed only what the API does not have, such as the token for a new password that a mail contains.',
  )
  readonly changes!: AuditChangeType[]

  @Nullable(
    UserNode,
    'The user who made the change, even if removed since. Null if no user made it, for example if the operator did.',
  )
  readonly user!: UserNode | null

  @Nullable(
    ApiKeyNode,
    'The API key of the request; if it had none, the key with which its session was opened. Null if there was neither.',
  )
  readonly apiKey!: ApiKeyNode | null

  @Nullable(ID, 'The UUID of the session in which the change was made; null if there was none.')
  readonly sessionId!: string | null

  @Nullable(
    String,
    'The name of the mutation, such as `updateSite`. For a REST operation: the mutation that does the same. For a command of the operator: the command. Null if the service itself or a migration made the change.',
  )
  readonly operation!: string | null

  @Nullable(
    String,
    'The id of the request, as in the header `x-request-id` of its response. Null if the change was not made by a request.',
  )
  readonly requestId!: string | null

  @NonNull(
    Boolean,
    'Whether an update with `onConflict: APPLY_AND_MARK` was applied although the record had changed since the client read it.',
  )
  readonly conflict!: boolean
}
