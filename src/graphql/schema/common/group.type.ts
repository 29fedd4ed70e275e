import { GraphQLDateTime } from 'graphql-scalars'
import { Int, ObjectType } from 'type-graphql'
import { models, type StatisticsName } from '../../../domain/model/models.js'
import { NonNull, Nullable, ValueType } from './type.decorator.js'

@ValueType('Bucket', 'A calendar period, such as a month, in a time zone.')
class BucketType {
  @NonNull(GraphQLDateTime, 'The first instant of the period.')
  readonly start!: Date

  @NonNull(GraphQLDateTime, 'The first instant of the next period.')
  readonly end!: Date

  @NonNull(String, 'The first day of the period in the time zone, as `YYYY-MM-DD`.')
  readonly date!: string
}

/** The base of groups of records. */
@ObjectType({ simpleResolvers: true })
export abstract class Group {
  @Nullable(BucketType, 'The period of the group; null without the argument `bucket`.')
  readonly bucket!: BucketType | null

  @NonNull(Int, 'The number of records.')
  readonly count!: number

  readonly firstAt!: Date | null
  readonly lastAt!: Date | null
}

/** Declares the type of groups of a model's records. Its fields are measures and keys. */
export const GroupType =
  (model: StatisticsName): ClassDecorator =>
  (group) => {
    ValueType(
      `${model}Group`,
      `A group of ${model} records with the same keys and in the same period. A key is null if \`groupBy\` does not have it, or if the records have no value.`,
    )(group)
    const [time] = Object.keys(models[model].statistics.times)
    const which = `\`${time}\` of the records. With \`bucket\`, the time field in \`bucket.field\` is used instead. Null if no record has a value.`
    Nullable(GraphQLDateTime, `The earliest ${which}`)(group.prototype as object, 'firstAt')
    Nullable(GraphQLDateTime, `The latest ${which}`)(group.prototype as object, 'lastAt')
  }
