import { GraphQLDateTime } from 'graphql-scalars'
import type { DateTimeRange } from '../../../domain/listing/conditions.js'
import { InputObject, Nullable } from './type.decorator.js'

@InputObject('DateTimeRange', 'A range of time, both ends included.')
export class DateTimeRangeInput implements DateTimeRange {
  @Nullable(GraphQLDateTime, 'The earliest time; null or absent: no limit.')
  readonly from?: Date | null

  @Nullable(GraphQLDateTime, 'The latest time; null or absent: no limit.')
  readonly to?: Date | null
}
