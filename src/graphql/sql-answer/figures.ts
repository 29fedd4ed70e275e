import { figuresSql, findFigures } from '../../db/read/figures.js'
import type { Projection, TableRef } from '../../db/read/projection.js'
import type { SelectedField } from '../operation/selection.js'
import { concatSql, NeedsResolvers } from './json.js'
import { jsonValue } from './json-value.js'
import type { Level, Reference } from './shared-read.js'

/** Adds the subquery of a field with figures of a record to the plan, unless an equal one is there already. */
export function figuresRead(
  level: Level,
  field: SelectedField,
  projection: Projection,
  table: TableRef,
): Reference {
  const key = `${table.alias} ${field.name}(${field.argumentsKey()}) ${field.selection.text}`
  return level.share(key, () => {
    const figures = findFigures(table.model, field.name)
    if (!figures) throw new NeedsResolvers()
    level.size.addList()
    const sql = figures.sql(projection.scope(table))
    const json = jsonValue('figures.value', field)
    return {
      outputs: 1,
      // Several rows of the page may refer to the same record: in a join, PostgreSQL computes its figures once.
      isJoined: table !== projection.root,
      write: (context) => {
        const { request } = context.request.figures(field)
        const value = figuresSql(context.statement, figures.of, sql, request)
        return `(select ${concatSql(json, context)} from (select ${value} as value) figures)`
      },
    }
  })
}
