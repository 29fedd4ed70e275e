import type { Beside, Expression, Scope } from './derived.js'
import { modelOf, type SourceName } from './model.js'
import { findRules, relationPath, sourceOf } from './models.js'
import type { OrderKey } from './order.js'
import { scopeOf, tenantCondition } from './scope.js'
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

/**
 * Returns the SQL of expressions on a table (by default the subquery `page`) and on the tables of its relations to one
 * record (by default with the aliases `j1`, `j2`, …). Collects the joins of these tables, and the columns that `page`
 * must select.
 */
export class Projection {
  readonly root: TableRef
  private readonly joined = new Map<string, { alias: string; sql: string }>()
  private readonly used = new Set<string>()
  private hasSubqueries = false
  private subqueriesByKey = 0

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

  /** The joins without the one that has this alias. */
  joinsExcept(except: string): string {
    const others = [...this.joined.values()].filter(({ alias }) => alias !== except)
    return others.map(({ sql }) => sql).join(' ')
  }

  /** The index lookups for each record of the page: joins, and subqueries by key; infinite if there are other subqueries. */
  get lookups(): number {
    return this.hasSubqueries ? Infinity : this.joined.size + this.subqueriesByKey
  }

  get pageColumns(): readonly string[] {
    return [...this.used]
  }

  column(table: TableRef, field: string): string {
    return this.scope(table).column(field)
  }

  /** The SQL of a field of the record or of a related record, such as `risk.level`; undefined if the model lacks the field. */
  field(table: TableRef, field: string): string | undefined {
    const path = field.split('.')
    const last = path.pop() ?? ''
    const to = path.reduce((from, relation) => this.follow(from, relation), table)
    return fieldExpression(to.model, last)?.(this.scope(to))
  }

  /** Like `field`. Throws if the model lacks the field. */
  requiredField(table: TableRef, field: string): string {
    const sql = this.field(table, field)
    if (sql === undefined) throw new Error(`expected a field of ${table.model}, got ${field}`)
    return sql
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
      const from = this.column(table, own)
      const target = modelOf(model)
      const alias = this.join(`${table.alias}.${own}=${model}.${other}`, (alias) => {
        const to = scopeOf(target, alias, COMPANY).column(other)
        return `${kind} ${target.table} ${alias} on ${tenantCondition(target, alias, COMPANY)} and ${to} = ${from}`
      })
      table = { model, alias }
    }
    return table
  }

  /** The alias of what is joined under a key. The first call for a key adds the join. */
  private join(key: string, sqlOf: (alias: string) => string): string {
    const known = this.joined.get(key)
    if (known) return known.alias
    const alias = `${this.joinAlias}${this.joined.size + 1}`
    this.joined.set(key, { alias, sql: sqlOf(alias) })
    return alias
  }

  /** The names that an expression on a table can use. */
  scope(table: TableRef): Scope {
    const { model, alias } = table
    const { column } = scopeOf(sourceOf(model), alias, COMPANY, (name) => {
      if (alias === PAGE) this.used.add(name)
    })
    const noteSubquery = () => (this.hasSubqueries = true)
    const noteKey = () => (this.subqueriesByKey += 1)
    return {
      column,
      related: (path) => this.requiredField(table, path),
      beside: (source) => this.beside(table, source),
      get company() {
        noteSubquery()
        return COMPANY
      },
      get companyOfKey() {
        noteKey()
        return COMPANY
      },
    }
  }

  /** The alias of a subquery that is joined to a table. */
  private beside(table: TableRef, { sql, key }: Beside): string {
    const column = this.column(table, key)
    // The few records of a page look up their rows. Otherwise the rows are computed once for all records.
    if (this.root.alias === PAGE) {
      const text = sql(COMPANY, column)
      return this.join(text, (alias) => `left join lateral ${text} ${alias} on true`)
    }
    const text = sql(COMPANY)
    return this.join(
      `${text} ${column}`,
      (alias) => `left join ${text} ${alias} on ${alias}.id = ${column}`,
    )
  }
}
