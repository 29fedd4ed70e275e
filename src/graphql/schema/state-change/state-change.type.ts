import { GraphQLDateTime } from 'graphql-scalars'
import { ID } from 'type-graphql'
import { enumType } from '../common/enum-type.js'
import { NonNull, ValueType } from '../common/type.decorator.js'

export const StateRecordTypeEnum = enumType(
  'StateRecordType',
  'The type of the record that a state change is about.',
  { Asset: 'An `Asset`.', Finding: 'A `Finding`.', Job: 'A `Job`.', Site: 'A `Site`.' },
)

export const StateKindEnum = enumType('StateKind', 'Which state of a record has changed.', {
  asset_status: 'The `status` of an asset.',
  job_status: 'The `status` of a job.',
  job_late: 'Whether a job is `late`.',
  site_failing: 'Whether a site is `failing`.',
  finding_overdue: 'Whether a finding is `overdue`.',
})

export const RecordStateEnum = enumType('RecordState', 'A state of a record.', {
  ok: 'Of an asset: in use, with no known defect.',
  overdue:
    'Of an asset: the next inspection is overdue. Of a finding: it is open, and its due date is past.',
  defective: 'Of an asset: the last inspection failed.',
  decommissioned: 'Of an asset: out of use.',
  scheduled: 'Of a job: not started yet.',
  in_progress: 'Of a job: the technician is working on it.',
  paused: 'Of a job: started, but the work is interrupted.',
  completed: 'Of a job: done.',
  cancelled: 'Of a job: will not be done.',
  late: 'Of a job: it is open, and its scheduled end is past.',
  not_late: 'Of a job: it is not late, or no longer.',
  failing: 'Of a site: it has at least as many defective assets as its failure threshold.',
  not_failing: 'Of a site: it has fewer defective assets.',
  not_overdue: 'Of a finding: it is not overdue, or no longer.',
})

export const StateCauseEnum = enumType('StateCause', 'What has changed a state.', {
  write: 'A write, whose audit entries have the same transaction.',
  time: 'A date has passed.',
})

@ValueType(
  'StateChange',
  'A change of a state that follows from other values, by a write or because a date has passed. The change of a new record is not among them: its first state is the one that the first change comes from.',
)
export class StateChangeType {
  @NonNull(ID, 'Identifies the change, for example as the key of a row in a list.')
  readonly key!: string

  @NonNull(
    GraphQLDateTime,
    'When the state changed: the time of the write, or the date that has passed. A change that time has made is written up to a minute later.',
  )
  readonly at!: Date

  @NonNull(StateRecordTypeEnum, 'The type of the record.')
  readonly recordType!: string

  @NonNull(ID, 'The UUID of the record, which may have been removed since.')
  readonly recordId!: string

  @NonNull(StateKindEnum, 'Which state has changed.')
  readonly kind!: string

  @NonNull(RecordStateEnum, 'The state before.')
  readonly from!: string

  @NonNull(RecordStateEnum, 'The state after.')
  readonly to!: string

  @NonNull(StateCauseEnum, 'What has changed the state.')
  readonly cause!: string
}
