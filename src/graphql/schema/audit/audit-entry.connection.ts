import { ID } from 'type-graphql'
import {
  auditEntryListing,
  type AuditEntryFilter,
} from '../../../domain/audit/audit-entry-listing.js'
import type { Combined } from '../../../domain/listing/listing.js'
import { connectionType } from '../common/connection.type.js'
import { DateTimeRangeInput, FilterInput } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import { AuditActionEnum, AuditEntryType, AuditRecordTypeEnum } from './audit-entry.type.js'

@FilterInput('AuditEntry')
class AuditEntryFilterInput implements Combined<AuditEntryFilter> {
  @Nullable([ID], 'The user is one of these.')
  readonly userIds?: string[] | null

  @Nullable([ID], 'The API key is one of these.')
  readonly apiKeyIds?: string[] | null

  @Nullable([ID], 'The record has one of these UUIDs.')
  readonly recordIds?: string[] | null

  @Nullable([AuditRecordTypeEnum], 'The type of the record is one of these.')
  readonly recordTypes?: string[] | null

  @Nullable([AuditActionEnum], 'The action is one of these.')
  readonly actions?: string[] | null

  @Nullable([String], 'The operation is one of these.')
  readonly operations?: string[] | null

  @Nullable([String], 'The request has one of these ids.')
  readonly requestIds?: string[] | null

  @Nullable(DateTimeRangeInput, 'Written in this range.')
  readonly at?: DateTimeRangeInput | null
}

export const AuditEntryConnection = connectionType(
  AuditEntryType,
  auditEntryListing,
  AuditEntryFilterInput,
)
