import { GraphQLDateTime } from 'graphql-scalars'
import { type ClassType, ID, InputType } from 'type-graphql'
import { modelOf, type ModelName } from '../../../db/read/model.js'
import type { Removed } from '../../../db/read/filter.js'
import type { DateTimeRange } from '../../../domain/listing/conditions.js'
import { enumType } from './enum-type.js'
import { InputObject, Nullable } from './type.decorator.js'

const RemovedEnum = enumType<Removed>('RemovedFilter', 'How a list treats removed records.', {
  include: 'Removed records as well as others.',
  only: 'Removed records only.',
})

/** Declares the input type of the filter of a list, and adds the fields `and`, `or` and `not`. */
export const FilterInput =
  (model: ModelName) =>
  (filter: ClassType): void => {
    InputObject(
      `${model}Filter`,
      `Conditions on ${model} records. A record matches if it meets all given conditions. Null counts as absent. Ids are UUIDs or integer ids (\`databaseId\`).`,
    )(filter)
    Nullable([filter], 'All of these filters match.')(filter.prototype, 'and')
    Nullable([filter], 'Any of these filters matches; an empty list matches nothing.')(
      filter.prototype,
      'or',
    )
    Nullable(filter, 'This filter does not match.')(filter.prototype, 'not')
    const { columns } = modelOf(model)
    if ('uuid' in columns) Nullable([ID], 'The record is one of these.')(filter.prototype, 'ids')
    if (!('deletedAt' in columns)) return
    Nullable(
      RemovedEnum,
      'Whether to list removed records too, or only them; if absent, they are left out. For admins. Only at the top level of a filter.',
    )(filter.prototype, 'removed')
  }

@InputObject('DateTimeRange', 'A range of time, both ends included.')
export class DateTimeRangeInput implements DateTimeRange {
  @Nullable(GraphQLDateTime, 'The earliest time; no limit if null or absent.')
  readonly from?: Date | null

  @Nullable(GraphQLDateTime, 'The latest time; no limit if null or absent.')
  readonly to?: Date | null
}

/** The base of filters of records that have `createdAt` and `updatedAt`. */
@InputType({ description: 'Conditions on the times of creation and of the last change.' })
export abstract class RecordTimesFilter {
  @Nullable(DateTimeRangeInput, 'Created in this range.')
  readonly createdAt?: DateTimeRangeInput | null

  @Nullable(DateTimeRangeInput, 'Last changed, or created if never changed, in this range.')
  readonly updatedAt?: DateTimeRangeInput | null
}
