import { ID } from 'type-graphql'
import type { Combined } from '../../../domain/listing/listing.js'
import {
  type StateChangeFilter,
  stateChangeListing,
} from '../../../domain/state-change/state-change-listing.js'
import { connectionType } from '../common/connection.type.js'
import { DateTimeRangeInput, FilterInput } from '../common/filter.input.js'
import { Nullable } from '../common/type.decorator.js'
import {
  RecordStateEnum,
  StateCauseEnum,
  StateChangeType,
  StateKindEnum,
  StateRecordTypeEnum,
} from './state-change.type.js'

@FilterInput('StateChange')
class StateChangeFilterInput implements Combined<StateChangeFilter> {
  @Nullable([ID], 'The record has one of these UUIDs.')
  readonly recordIds?: string[] | null

  @Nullable([StateRecordTypeEnum], 'The type of the record is one of these.')
  readonly recordTypes?: string[] | null

  @Nullable([StateKindEnum], 'One of these states has changed.')
  readonly kinds?: string[] | null

  @Nullable([RecordStateEnum], 'The state after is one of these.')
  readonly states?: string[] | null

  @Nullable([StateCauseEnum], 'The cause is one of these.')
  readonly causes?: string[] | null

  @Nullable(DateTimeRangeInput, 'The state changed in this range.')
  readonly at?: DateTimeRangeInput | null
}

export const StateChangeConnection = connectionType(
  StateChangeType,
  stateChangeListing,
  StateChangeFilterInput,
)
