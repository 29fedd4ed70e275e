import { type ClassType, InputType } from 'type-graphql'
import { DateTimeRangeInput } from './date-time-range.input.js'
import { Nullable } from './type.decorator.js'

/** Declares the input type of the filter of a list, and gives it the fields `and`, `or` and `not`. */
export const FilterInput =
  (name: string) =>
  (filter: ClassType): void => {
    InputType(`${name}Filter`, {
      description: `Conditions on ${name} records. A record matches if it meets all that are given; null counts as absent.`,
    })(filter)
    Nullable([filter], 'All of these filters match.')(filter.prototype, 'and')
    Nullable([filter], 'Any of these filters matches; an empty list matches nothing.')(
      filter.prototype,
      'or',
    )
    Nullable(filter, 'This filter does not match.')(filter.prototype, 'not')
  }

/** The base of filters of records that have `createdAt`. */
@InputType({ description: 'A condition on the time of creation.' })
export abstract class CreatedAtFilter {
  @Nullable(DateTimeRangeInput, 'Created in this range.')
  readonly createdAt?: DateTimeRangeInput | null
}
