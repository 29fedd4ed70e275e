import { type Expression, type Scope, derived } from './derived.js'
import { type Model, type ModelName, groups, modelOf, stepsOf } from './model.js'

/**
 * What is asked of a record, as plain data: a property of the answer, and the field that it holds. A relation to one
 * record, or a group, has a selection of its own. Faces translate their own syntax into this.
 */
export interface Selection {
  readonly [property: string]: string | { readonly of: string; readonly select: Selection }
}

/** A selection, compiled for one model: independent of filters, orders, pages and who is asking. */
export interface Shape {
  readonly model: ModelName
  /** The select list; names the page `page` and the joined tables `j1`, `j2`, …. */
  readonly columns: readonly string[]
  /** The joins of the relations to one record. */
  readonly joins: string
  /** The columns of the model's own table that the page must bring. */
  readonly pageColumns: readonly string[]
  /** Where the record's id stands in a row. */
  readonly idIndex: number
  /** Turns a row into nested plain objects. */
  readonly hydrate: (row: readonly unknown[]) => Record<string, unknown>
}

/** The field of a model, as SQL in a scope: a column, or a derived expression. */
export function fieldExpression(model: ModelName, field: string): Expression | undefined {
  if (field in modelOf(model).columns) return (scope) => scope.column(field)
  return derived[model]?.[field]
}

/** The scope of a table under an alias. */
export function scopeOf(
  { columns }: Model,
  alias: string,
  company: string,
  use: (column: string) => void = () => undefined,
): Scope {
  const column = (field: string) => {
    const name = columns[field]
    if (!name) throw new Error(`expected a column, got ${field}`)
    use(name)
    return `${alias}.${name}`
  }
  return { column, company }
}

/** The condition that a table's row belongs to the viewer's company, or to a table that all companies share. */
export const tenantCondition = ({ tenant }: Model, alias: string, company: string) =>
  tenant === null ? `${company} is not null` : `${alias}.${tenant} = ${company}`

const PAGE = 'page'
const COMPANY = '$1::int'

/** Compiles a selection. Throws on a name that the model does not have: a face's mistake, never a client's. */
export function compileShape(model: ModelName, selection: Selection): Shape {
  const columns: string[] = []
  const joins = new Map<string, { alias: string; sql: string }>()
  const pageColumns = new Set<string>()

  const indexOf = (sql: string) => {
    const known = columns.indexOf(sql)
    return known >= 0 ? known : columns.push(sql) - 1
  }
  const scopeAt = (at: ModelName, alias: string) =>
    scopeOf(modelOf(at), alias, COMPANY, (column) => alias === PAGE && pageColumns.add(column))

  /** The alias under which the record stands that a relation leads to; asked for twice, joined once. */
  const join = (from: ModelName, alias: string, name: string): { at: ModelName; alias: string } => {
    let at = from
    for (const relation of stepsOf(from, name) ?? []) {
      const key = `${alias}.${relation.own}=${relation.model}.${relation.other}`
      const own = scopeAt(at, alias).column(relation.own)
      const there = modelOf(relation.model)
      let joined = joins.get(key)
      if (!joined) {
        const next = `j${joins.size + 1}`
        const other = scopeOf(there, next, COMPANY).column(relation.other)
        const sql = `left join ${there.table} ${next} on ${tenantCondition(there, next, COMPANY)} and ${other} = ${own}`
        joins.set(key, (joined = { alias: next, sql }))
      }
      at = relation.model
      alias = joined.alias
    }
    return { at, alias }
  }

  /** JavaScript that builds the object of a selection from a row `r`. */
  const object = (at: ModelName, alias: string, select: Selection): string => {
    const properties = Object.entries(select).map(([property, asked]) => {
      const name = JSON.stringify(property)
      if (typeof asked === 'string') {
        const expression = fieldExpression(at, asked)
        if (!expression) throw new Error(`expected a field of ${at}, got ${asked}`)
        return `${name}:r[${indexOf(expression(scopeAt(at, alias)))}]`
      }
      const group = groups[at]?.[asked.of]
      if (group) return `${name}:${object(at, alias, throughGroup(group, asked.select))}`
      const steps = stepsOf(at, asked.of)
      if (!steps || steps.some((step) => step.kind !== 'one')) {
        throw new Error(`expected a relation of ${at} to one record, got ${asked.of}`)
      }
      const to = join(at, alias, asked.of)
      const id = indexOf(scopeAt(to.at, to.alias).column('id'))
      return `${name}:r[${id}]===null?null:${object(to.at, to.alias, asked.select)}`
    })
    return `{${properties.join(',')}}`
  }

  const idIndex = indexOf(scopeAt(model, PAGE).column('id'))
  const code = object(model, PAGE, selection)
  return {
    model,
    columns,
    joins: [...joins.values()].map(({ sql }) => sql).join(' '),
    pageColumns: [...pageColumns],
    idIndex,
    // Generated, so that every object of a shape has the same hidden class. It holds indexes and quoted names only.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval
    hydrate: new Function('r', `return ${code}`) as Shape['hydrate'],
  }
}

const throughGroup = (group: Readonly<Record<string, string>>, select: Selection): Selection =>
  Object.fromEntries(
    Object.entries(select).map(([property, asked]) => {
      const field = typeof asked === 'string' ? group[asked] : undefined
      if (!field) throw new Error(`expected a part of the group, got ${property}`)
      return [property, field]
    }),
  )
