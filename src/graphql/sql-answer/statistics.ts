import { aggregateSql } from '../../db/read/aggregate.js'
import { MAX_FILLED_GROUPS } from '../../db/read/fill-periods.js'
import type { GroupName, ModelName } from '../../db/read/model.js'
import { parentFieldOf } from '../../db/read/models.js'
import { MAX_PERIODS } from '../../db/read/period.js'
import { statisticsModel } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'
import {
  concatSql,
  type JsonFragment,
  NeedsResolvers,
  objectJson,
  type SqlContext,
  type SqlFragment,
} from './json.js'
import { Records } from './record.js'
import type { Level, PlanSize, Reference } from './shared-read.js'

/** The parent of the records that statistics are about: its model, and the SQL of its id. */
interface StatisticsParent {
  readonly model: ModelName
  readonly id: string
}

/**
 * Returned instead of JSON if there are too many groups. JSON never contains this character. The resolvers report the
 * error.
 */
export const REFUSED = '\u0002'

/** Adds the subquery of a field with statistics to the plan, unless an equal one is there already. */
export function statisticsRead(
  level: Level,
  field: SelectedField,
  parent?: StatisticsParent,
): Reference {
  const key = `${parent?.id ?? ''} ${field.name}(${field.argumentsKey()}) ${field.selection.text}`
  return level.share(key, () => ({
    outputs: 1,
    // Several rows of the enclosing page may refer to the same parent: in a join, PostgreSQL reads its groups once.
    isJoined: parent !== undefined && parent.id !== 'page.id',
    write: statisticsSql(level.size, field, parent),
  }))
}

function statisticsSql(
  size: PlanSize,
  field: SelectedField,
  parent: StatisticsParent | undefined,
): SqlFragment {
  const model = statisticsModel(field.objectType)
  if (!model) throw new NeedsResolvers()
  const groups = new Records<GroupName>(`${model}Group`, size)
  const json = objectJson(field, (part): readonly JsonFragment[] => {
    if (part.name === 'totalCount') return [() => 'coalesce(max(page.total), 0)']
    return ['[', nodesSql(field, groups.json(part)), ']']
  })
  if (!json.some((fragment) => typeof fragment !== 'string')) {
    return (context) => concatSql(json, context)
  }
  size.addList()
  size.canRefuse = true
  const above = parent && { field: parentFieldOf(model, parent.model), id: parent.id }
  return (context) => {
    const { request } = context.request.statistics(field)
    const text = concatSql(json, context)
    const page = aggregateSql(context.statement, model, groups.columns, request, above)
    const isRefused = `max(page.periods) > ${MAX_PERIODS}
      or max(page.periods)::bigint * max(page.combinations) > ${MAX_FILLED_GROUPS}`
    const value = request.bucket ? `case when ${isRefused} then E'\\x02' else ${text} end` : text
    return `(select ${value} from ${groups.from(page, context)})`
  }
}

/** The JSON of the groups to return. Excludes the group that is read only for `totalCount` if `first` is 0. */
const nodesSql =
  (field: SelectedField, group: readonly JsonFragment[]): SqlFragment =>
  (context: SqlContext) => {
    const { size } = context.request.statistics(field)
    return `string_agg(${concatSql(group, context)}, ',' order by page.id) filter (where page.id <= ${size})`
  }
