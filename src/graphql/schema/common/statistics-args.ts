import { GraphQLTimeZone } from 'graphql-scalars'
import { ArgsType, type ClassType, Field, Int } from 'type-graphql'
import type { GroupOrder } from '../../../db/read/aggregate.js'
import type { Bucket, PeriodUnit } from '../../../db/read/period.js'
import { models, type StatisticsName } from '../../../domain/model/models.js'
import {
  DEFAULT_GROUPS,
  MAX_GROUPS,
  MAX_KEYS,
  type StatisticsArguments,
} from '../../operation/statistics.js'
import { enumType } from './enum-type.js'
import { OrderDirection } from './order.input.js'
import { InputObject, NonNull, Nullable } from './type.decorator.js'

const BucketUnit = enumType<PeriodUnit>('BucketUnit', 'A calendar period.', {
  day: 'From midnight to midnight.',
  week: 'From Monday to Sunday.',
  month: 'A calendar month.',
  year: 'A calendar year.',
})

/** The arguments of every field with statistics about a model's records. */
export function statisticsArgs(
  model: StatisticsName,
  filter: ClassType,
): ClassType<StatisticsArguments> {
  const { keys, times, measures } = models[model].statistics
  const Key = fieldEnum(`${model}GroupKey`, `What ${model} records can be grouped by.`, keys)
  const Time = fieldEnum(`${model}BucketField`, `The time fields of ${model} records.`, times)
  const orders = { bucket: {}, ...measures, ...keys }
  const sortedBy = `What groups of ${model} records can be sorted by.`
  const OrderField = fieldEnum(`${model}GroupOrderField`, sortedBy, orders)

  @InputObject(`${model}Bucket`, `Groups ${model} records by the calendar period of a time.`)
  class BucketInput implements Pick<Bucket, 'field' | 'unit' | 'timezone'> {
    @NonNull(
      Time,
      'The time field that decides which period a record is in. Records without a value are left out.',
    )
    readonly field!: string

    @NonNull(BucketUnit, 'The length of the periods.')
    readonly unit!: PeriodUnit

    @Field(() => GraphQLTimeZone, {
      defaultValue: 'UTC',
      description: 'The time zone in which periods begin, such as `Europe/London`.',
    })
    readonly timezone!: string
  }

  @InputObject(`${model}GroupOrder`, `A sort key of groups of ${model} records.`)
  class OrderInput implements GroupOrder {
    @NonNull(OrderField, 'What to sort by.')
    readonly field!: string

    @Field(() => OrderDirection, { defaultValue: 'asc', description: 'The sort direction.' })
    readonly direction!: GroupOrder['direction']
  }

  @ArgsType()
  class Arguments implements StatisticsArguments {
    @Nullable(filter, 'The conditions that the records must meet.')
    readonly filter?: NonNullable<StatisticsArguments['filter']> | null

    @Nullable(
      [Key],
      `The keys of the groups, at most ${MAX_KEYS}. Without keys and \`bucket\`, all records are one group.`,
    )
    readonly groupBy?: string[] | null

    @Nullable(
      BucketInput,
      'Groups the records by period, in addition to the keys in `groupBy`. Every combination of keys that has records gets a group for each period, with the count 0 if it has no records in the period. The periods cover the range that `filter` sets for the same time field; without a range, they extend from the first to the last record.',
    )
    readonly bucket?: BucketInput | null

    @Nullable(
      [OrderInput],
      'The sort keys, the most significant first. Equal groups are sorted by period, and then by the keys in `groupBy`.',
    )
    readonly orderBy?: OrderInput[] | null

    @Nullable(
      Int,
      `How many groups to return: at most ${MAX_GROUPS}, by default ${DEFAULT_GROUPS}.`,
    )
    readonly first?: number | null
  }
  return Arguments
}

const fieldEnum = (name: string, description: string, fields: object) =>
  enumType(
    name,
    description,
    Object.fromEntries(Object.keys(fields).map((field) => [field, `By \`${field}\`.`])),
  )
