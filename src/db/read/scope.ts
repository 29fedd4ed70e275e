import type { Scope } from './derived.js'
import type { Model } from './model.js'

/** The scope of a table in a statement that joins no other tables to it. Calls `onColumn` with each column that is used. */
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
  const joins = () => {
    throw new Error('expected a statement that can join tables')
  }
  return { column, company, companyOfKey: company, related: joins, beside: joins }
}

/** The condition that a row belongs to the company. Always true for a table without a company. */
export const tenantCondition = ({ tenant }: Model, alias: string, company: string) =>
  tenant === null ? `${company} is not null` : `${alias}.${tenant} = ${company}`
