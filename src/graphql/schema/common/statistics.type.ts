import { type ClassType, FieldResolver, Int, Query } from 'type-graphql'
import type { StatisticsName } from '../../../domain/model/models.js'
import { type Connection } from './connection.type.js'
import type { Group } from './group.type.js'
import { withPageArguments } from './query.decorator.js'
import { statisticsArgs } from './statistics-args.js'
import { NonNull, ValueType } from './type.decorator.js'

/**
 * Declares the type of the statistics about a model's records, for example `JobStatistics`, whose nodes are
 * `JobGroup`s.
 */
export function statisticsType(
  model: StatisticsName,
  group: ClassType<Group>,
  filter: ClassType,
): Connection {
  @ValueType(`${model}Statistics`, `Statistics about ${model} records, by group.`)
  class StatisticsType {
    static readonly Args = statisticsArgs(model, filter)

    @NonNull([group], 'The first groups, sorted by `orderBy`.')
    readonly nodes!: Group[]

    @NonNull(Int, 'The number of all groups.')
    readonly totalCount!: number
  }
  return StatisticsType
}

/** A query for statistics about the company's records. */
export const StatisticsQuery = (statistics: Connection, description: string) =>
  withPageArguments(
    statistics,
    Query(() => statistics, { description }),
  )

/** A field of a node type for statistics about its related records. */
export const StatisticsField = (statistics: Connection, description: string) =>
  withPageArguments(
    statistics,
    FieldResolver(() => statistics, { description }),
  )
