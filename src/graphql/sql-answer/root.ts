import { getArgumentValues } from 'graphql'
import type { Condition } from '../../db/read/filter.js'
import type { Viewer } from '../../domain/access/viewer.js'
import { connectionModel, statisticsModel } from '../operation/model-fields.js'
import type { SelectedField } from '../operation/selection.js'
import { hasId, hasKey } from '../read/lookups.js'
import { connectionRead } from './connection.js'
import { countRead } from './count.js'
import { concatSql, NeedsResolvers, objectJson, type SqlContext, type SqlFragment } from './json.js'
import { nodeSql, nodesSql, oneRecord } from './root-record.js'
import { scalarJson } from './scalar.js'
import type { Level, PlanSize, Reference } from './shared-read.js'
import { statisticsRead } from './statistics.js'

type Arguments = Readonly<Record<string, unknown>>

/** For each root field that finds one record without the argument `by`, by name: returns the condition. */
const conditions: Readonly<Record<string, (args: Arguments, viewer: Viewer) => Condition>> = {
  company: (_, { companyId }) => hasId(companyId),
}

/** Adds the subquery of a root field to the plan's root level, unless an equal one is there already. Returns its JSON. */
export function rootJson(level: Level, field: SelectedField): (string | Reference)[] {
  const model = connectionModel(field.objectType)
  // Only the count, which would otherwise be read by a subquery of its own beside that of the connection.
  if (model && field.fields.every(({ name }) => name === 'totalCount' || name === '__typename'))
    return objectJson(field, () => [countRead(level, field, model)])
  return [rootRead(level, field)]
}

function rootRead(level: Level, field: SelectedField): Reference {
  if (connectionModel(field.objectType)) return connectionRead(level, field)
  if (statisticsModel(field.objectType)) return statisticsRead(level, field)
  const key = `${field.name}(${field.argumentsKey()}) ${field.selection.text}`
  return level.share(key, () => ({ outputs: 1, write: rootSql(level.size, field) }))
}

function rootSql(size: PlanSize, field: SelectedField): SqlFragment {
  const { name, definition, node } = field
  if (!definition) throw new NeedsResolvers()
  const argumentsIn = ({ request }: SqlContext): Arguments =>
    getArgumentValues(definition, node, { ...request.variables })
  if (name === 'node') {
    return nodeSql(size, field, (context) => argumentsIn(context)['id'] as string)
  }
  if (name === 'nodes') {
    return nodesSql(size, field, (context) => argumentsIn(context)['ids'] as string[])
  }
  if (name === 'viewer') return viewerSql(size, field)
  const isByKey = definition.args.some((argument) => argument.name === 'by')
  const condition = isByKey ? (args: Arguments) => hasKey(args) : conditions[name]
  if (!condition) throw new NeedsResolvers()
  return oneRecord(size, field, (context) => condition(argumentsIn(context), context.viewer))
}

function viewerSql(size: PlanSize, viewerField: SelectedField): SqlFragment {
  const json = objectJson(viewerField, (field) => {
    const { name, definition } = field
    if (name === 'user') return [oneRecord(size, field, ({ viewer }) => hasId(viewer.userId))]
    if (name === 'company') return [oneRecord(size, field, ({ viewer }) => hasId(viewer.companyId))]
    if (name !== 'role' || !definition) throw new NeedsResolvers()
    return [
      (context) => {
        const role = context.statement.parameter(context.viewer.role, 'text')
        return concatSql(scalarJson(role, definition.type), context)
      },
    ]
  })
  return (context) => concatSql(json, context)
}
