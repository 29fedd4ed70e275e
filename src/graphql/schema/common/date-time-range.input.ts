import { GraphQLDateTime } from 'graphql-scalars'
import { Field, InputType } from 'type-graphql'
import type { DateTimeRange } from '../../../domain/listing/conditions.js'

@InputType('DateTimeRange', { description: 'A stretch of time. Both ends belong to it.' })
export class DateTimeRangeInput implements DateTimeRange {
  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The start; null or absent is open.',
  })
  readonly from?: Date | null

  @Field(() => GraphQLDateTime, { nullable: true, description: 'The end; null or absent is open.' })
  readonly to?: Date | null
}
