import type { Expression, Scope } from './derived.js'
import { type Model, modelOf, type SourceName } from './model.js'
import { findRules, relationPath, sourceOf } from './models.js'
import type { OrderKey } from './order.js'
import { COMPANY } from './statement.js'

/** A table in a statement: its model and its alias. */
export interface TableRef {
  readonly model: SourceName
  readonly alias: string
}

/** The alias of the subquery that selects the page's records. */
export const PAGE = 'page'

/** The expression of a stored or derived field; undefined if the model does not have it. */
export function fieldExpression(model: SourceName, field: string): Expression | undefined {
  if (field in sourceOf(model).columns) return (scope) => scope.column(field)
  return findRules(model)?.derived?.[field]?.sql
}

/** The scope of a table with an alias. Calls `onColumn` with the name of each column that is used. */
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

/** The condition that a row belongs to the company. Always true for a table without a company. */
export const tenantCondition = ({ tenant }: Model, alias: string, company: string) =>
  tenant === null ? `${company} is not null` : `${alias}.${tenant} = ${company}`

/**
 * Returns the SQL of expressions on a table (by default the subquery `page`) and on the tables of its relations to one
 * record (by default with the aliases `j1`, `j2`, …). Collects the joins of these tables, and the columns that `page`
 * must select.
 */
export class Projection {
  readonly root: TableRef
  private readonly joined = new Map<string, { table: TableRef; sql: string }>()
  private readonly used = new Set<string>()
  private hasSubqueries = false

  constructor(
    model: SourceName,
    alias: string = PAGE,
    private readonly joinAlias = 'j',
  ) {
    this.root = { model, alias }
  }

  get joins(): string {
    return [...this.joined.values()].map(({ sql }) => sql).join(' ')
  }

  /** The index lookups for each record of the page: one for each join; infinite if an expression has a subquery. */
  get lookups(): number {
    return this.hasSubqueries ? Infinity : this.joined.size
  }

  get pageColumns(): readonly string[] {
    return [...this.used]
  }

  column(table: TableRef, field: string): string {
    return this.scope(table).column(field)
  }

  /**
   * The SQL of a field of the record or of a related record, such as `risk.level`; undefined if the model lacks the
   * field.
   */
  field(table: TableRef, field: string): string | undefined {
    const path = field.split('.')
    const last = path.pop() ?? ''
    const to = path.reduce((from, relation) => this.follow(from, relation), table)
    return fieldExpression(to.model, last)?.(this.scope(to))
  }

  /** The SQL of a key of an order. */
  orderExpression({ path, expression, nullable }: OrderKey): string {
    // The planner can start an inner join at either table, but a left join only at the left one.
    const join = nullable ? 'left join' : 'join'
    const to = path.reduce((table, relation) => this.follow(table, relation, join), this.root)
    return expression(this.scope(to))
  }

  /** The table of the related record. The first call for a relation joins it. */
  follow(table: TableRef, relation: string, kind = 'left join'): TableRef {
    for (const { own, other, model } of relationPath(table.model, relation) ?? []) {
      const key = `${table.alias}.${own}=${model}.${other}`
      const from = this.column(table, own)
      let join = this.joined.get(key)
      if (!join) {
        const target = modelOf(model)
        const alias = `${this.joinAlias}${this.joined.size + 1}`
        const to = scopeOf(target, alias, COMPANY).column(other)
        const sql = `${kind} ${target.table} ${alias} on ${tenantCondition(target, alias, COMPANY)} and ${to} = ${from}`
        this.joined.set(key, (join = { table: { model, alias }, sql }))
      }
      table = join.table
    }
    return table
  }

  private scope({ model, alias }: TableRef): Scope {
    const { column } = scopeOf(sourceOf(model), alias, COMPANY, (name) => {
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
