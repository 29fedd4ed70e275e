import type { Scope } from './derived.js'
import { type CountRequest, filter } from './filter.js'
import { modelOf, type ModelName } from './model.js'
import { findRules } from './models.js'
import { PAGE, Projection } from './projection.js'
import type { Reader } from './read.js'
import { tenantCondition } from './scope.js'
import { readRows, Statement } from './statement.js'

/** A value that is computed from related records of another model: those that the filter of a request selects. */
export interface Figures {
  readonly of: ModelName
  /**
   * Given the names of the record: returns the function that generates the SQL of the value. The names must be used before, because
   * the page has only the columns that were used when it was compiled.
   */
  readonly sql: (scope: Scope) => FiguresSql
}

/** Returns the SQL of the value. `from` and `where` select the filtered records of the company, with the alias `t`. */
export type FiguresSql = (records: { readonly from: string; readonly where: string }) => string

/** The figures of a model that a field has; undefined if it is another field. */
export const findFigures = (model: string, field: string): Figures | undefined =>
  findRules(model)?.figures?.[field]

/** The SQL of the value, for the records that a request selects. */
export function figuresSql(
  statement: Statement,
  of: ModelName,
  sql: FiguresSql,
  request: CountRequest,
): string {
  const records = new Projection(of, 't', 'k')
  const { table, conditions } = filter(statement, records, of, request)
  return sql({ from: `${table} t ${records.joins}`, where: conditions.join(' and ') })
}

/** The figures of each parent. One statement. */
export async function readFigures(
  { db, companyId }: Reader,
  parents: { readonly model: ModelName; readonly name: string; readonly ids: readonly number[] },
  request: CountRequest,
): Promise<unknown[]> {
  const { model, name, ids } = parents
  const figures = findFigures(model, name)
  if (!figures) throw new Error(`expected figures of ${model}, got ${name}`)
  const statement = new Statement(companyId)
  const projection = new Projection(model)
  const value = figuresSql(
    statement,
    figures.of,
    figures.sql(projection.scope(projection.root)),
    request,
  )
  const id = projection.column(projection.root, 'id')
  const source = modelOf(model)
  const text = `select ${id}, ${value} from ${source.table} ${PAGE}
    where ${tenantCondition(source, PAGE, statement.company)} and ${id} = any(${statement.parameter(ids, 'int[]')})`
  const rows = await readRows(db, text, statement.values)
  const byId = new Map(rows.map(([key, found]) => [key, found]))
  return ids.map((each) => byId.get(each))
}
