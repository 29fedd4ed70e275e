import { GraphQLDateTime } from 'graphql-scalars'
import { type ClassType, InputType } from 'type-graphql'
import type { DateTimeRange } from '../../../domain/listing/conditions.js'
import { InputObject, Nullable } from './type.decorator.js'

/** Declares the input type of the filter of a list, and adds the fields `and`, `or` and `not`. */
export const FilterInput =
  (name: string) =>
  (filter: ClassType): void => {
    InputObject(
      `${name}Filter`,
      `Conditions on ${name} records. A record matches if it meets all given conditions. Null counts as absent.`,
    )(filter)
    Nullable([filter], 'All of these filters match.')(filter.prototype, 'and')
    Nullable([filter], 'Any of these filters matches; an empty list matches nothing.')(
      filter.prototype,
      'or',
    )
    Nullable(filter, 'This filter does not match.')(filter.prototype, 'not')
  }

@InputObject('DateTimeRange', 'A range of time, both ends included.')
export class DateTimeRangeInput implements DateTimeRange {
  @Nullable(GraphQLDateTime, 'The earliest time; no limit if null or absent.')
  readonly from?: Date | null

  @Nullable(GraphQLDateTime, 'The latest time; no limit if null or absent.')
  readonly to?: Date | null
}

/** The base of filters of records that have `createdAt`. */
@InputType({ description: 'A condition on the time of creation.' })
export abstract class CreatedAtFilter {
  @Nullable(DateTimeRangeInput, 'Created in this range.')
  readonly createdAt?: DateTimeRangeInput | null
}
