import { type Expression, type Scope, derived } from './derived.js'
import { type Model, type ModelName, modelOf, relationPath } from './model.js'

/** A table in a statement: its model and its alias. */
export interface TableRef {
  readonly model: ModelName
  readonly alias: string
}

const COMPANY = '$1::int'
/** The alias of the page's records in a statement. */
export const PAGE = 'page'

/** The expression of a field, stored or derived; undefined if the model has none of that name. */
export function fieldExpression(model: ModelName, field: string): Expression | undefined {
  if (field in modelOf(model).columns) return (scope) => scope.column(field)
  return derived[model]?.[field]
}

/** The scope of a table under an alias. `onColumn` is called with the name of each column that is used. */
export function scopeOf(
  { columns }: Model,
  alias: string,
  company: string,
  onColumn: (column: string) => void = () => undefined,
): Scope {
  const column = (field: string) => {
    const name = columns[field]
    if (!name) throw new Error(`expected a column, got ${field}`)
    onColumn(name)
    return `${alias}.${name}`
  }
  return { column, company }
}

/** The condition that a row belongs to the company. It is always true of a table that all companies share. */
export const tenantCondition = ({ tenant }: Model, alias: string, company: string) =>
  tenant === null ? `${company} is not null` : `${alias}.${tenant} = ${company}`

/**
 * Writes the select list over `page` and the tables `j1`, `j2`, … that relations to one record join to it. Collects
 * these joins, and the columns that the page must select.
 */
export class Projection {
  readonly root: TableRef
  private readonly joined = new Map<string, { table: TableRef; sql: string }>()
  private readonly used = new Set<string>()
  private hasSubqueries = false

  constructor(model: ModelName) {
    this.root = { model, alias: PAGE }
  }

  get joins(): string {
    return [...this.joined.values()].map(({ sql }) => sql).join(' ')
  }

  /** The number of lookups for each record of the page: one for each join, infinitely many with a subquery. */
  get lookups(): number {
    return this.hasSubqueries ? Infinity : this.joined.size
  }

  get pageColumns(): readonly string[] {
    return [...this.used]
  }

  column(table: TableRef, field: string): string {
    return this.scope(table).column(field)
  }

  /** The SQL of a field; undefined if the model has none of that name. */
  field(table: TableRef, field: string): string | undefined {
    return fieldExpression(table.model, field)?.(this.scope(table))
  }

  /** The table of the record that a relation leads to. Joins it on the first call. */
  follow(table: TableRef, relation: string): TableRef {
    for (const { own, other, model } of relationPath(table.model, relation) ?? []) {
      const key = `${table.alias}.${own}=${model}.${other}`
      const from = this.column(table, own)
      let join = this.joined.get(key)
      if (!join) {
        const target = modelOf(model)
        const alias = `j${this.joined.size + 1}`
        const to = scopeOf(target, alias, COMPANY).column(other)
        const sql = `left join ${target.table} ${alias} on ${tenantCondition(target, alias, COMPANY)} and ${to} = ${from}`
        this.joined.set(key, (join = { table: { model, alias }, sql }))
      }
      table = join.table
    }
    return table
  }

  private scope({ model, alias }: TableRef): Scope {
    const { column } = scopeOf(modelOf(model), alias, COMPANY, (name) => {
      if (alias === PAGE) this.used.add(name)
    })
    const noteSubquery = () => (this.hasSubqueries = true)
    return {
      column,
      get company() {
        noteSubquery()
        return COMPANY
      },
    }
  }
}
