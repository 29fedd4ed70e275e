import { type Expression, type Scope, derived } from './derived.js'
import { type Model, type ModelName, modelOf, relationPath } from './model.js'

/** Where a record stands in a statement. */
export interface TableRef {
  readonly model: ModelName
  readonly alias: string
}

const COMPANY = '$1::int'
/** What the records of a page are called in a statement. */
export const PAGE = 'page'

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

/**
 * What is selected of the records of a page, `page`, and of the records that relations to one lead to, which are joined
 * as `j1`, `j2`, …: it collects the joins, and the columns that the page must bring.
 */
export class Projection {
  readonly root: TableRef
  private readonly joined = new Map<string, { place: TableRef; sql: string }>()
  private readonly used = new Set<string>()
  /** Whether some field is computed from other records than those that are joined: it asks for the company. */
  private readsMore = false

  constructor(model: ModelName) {
    this.root = { model, alias: PAGE }
  }

  get joins(): string {
    return [...this.joined.values()].map(({ sql }) => sql).join(' ')
  }

  /** How many records are looked up for each of the page; infinitely many where a field is computed of others. */
  get lookups(): number {
    return this.readsMore ? Infinity : this.joined.size
  }

  get pageColumns(): readonly string[] {
    return [...this.used]
  }

  column({ model, alias }: TableRef, field: string): string {
    return this.scope({ model, alias }).column(field)
  }

  /** The SQL of a field; undefined where the model has none of that name. */
  field(place: TableRef, field: string): string | undefined {
    return fieldExpression(place.model, field)?.(this.scope(place))
  }

  /** The place of the record that a relation to one leads to; asked for twice, joined once. */
  follow(place: TableRef, relation: string): TableRef {
    for (const { own, other, model } of relationPath(place.model, relation) ?? []) {
      const key = `${place.alias}.${own}=${model}.${other}`
      const from = this.column(place, own)
      const there = modelOf(model)
      let join = this.joined.get(key)
      if (!join) {
        const alias = `j${this.joined.size + 1}`
        const to = scopeOf(there, alias, COMPANY).column(other)
        const sql = `left join ${there.table} ${alias} on ${tenantCondition(there, alias, COMPANY)} and ${to} = ${from}`
        this.joined.set(key, (join = { place: { model, alias }, sql }))
      }
      place = join.place
    }
    return place
  }

  private scope({ model, alias }: TableRef): Scope {
    const { column } = scopeOf(modelOf(model), alias, COMPANY, (column) => {
      if (alias === PAGE) this.used.add(column)
    })
    const readsMore = () => (this.readsMore = true)
    return {
      column,
      get company() {
        readsMore()
        return COMPANY
      },
    }
  }
}
