/** The names that an expression can use. */
export interface Scope {
  /** The SQL of the column that stores a field of the record. */
  readonly column: (field: string) => string
  /** The parameter with the viewer's company. Only expressions with a subquery use it. */
  readonly company: string
  /** The same parameter, for a subquery that looks up one record by its key. */
  readonly companyOfKey: string
  /** The SQL of a field of a record that this one refers to, such as `zone.site.timezone`. Joins the tables of the path. */
  readonly related: (path: string) => string
  /** Joins a subquery. Returns its alias. */
  readonly beside: (source: Beside) => string
}

/** A subquery that has one row for some records, and none for others. */
export interface Beside {
  /** Equal sources have equal texts, and are joined once. With an id, only the row of that id. */
  readonly sql: (company: string, id?: string) => string
  /** The field of the record that the column `id` of the subquery equals. */
  readonly key: string
}

/** Returns an SQL expression on a record. */
export type Expression = (scope: Scope) => string

/** A field that is computed and not stored: its SQL, and the type of its value. */
export interface DerivedField<Value = unknown> {
  readonly sql: Expression
  /** What PostgreSQL reads besides the record: another record by its key, or all records that a count or a sum covers. */
  readonly reads?: 'lookup' | 'count'
  /** Set if an argument of the field chooses one of the properties of the value, which is a JSON object. */
  readonly choice?: Choice
  /** Never set. It only carries the type of the value. */
  readonly value?: Value
}

/** An argument of a field, and the SQL of the property that it chooses. `chosen`: the SQL of its name. */
export interface Choice {
  readonly argument: string
  readonly sql: (scope: Scope, chosen: string) => string
}

/** A field that is computed from the columns of the record. */
export const computed = <Value>(sql: Expression): DerivedField<Value> => ({ sql })

/** A field for which PostgreSQL looks up another record by its key. */
export const lookedUp = <Value>(sql: Expression): DerivedField<Value> => ({ sql, reads: 'lookup' })

/** A field for which PostgreSQL counts or sums records. */
export const counted = <Value>(sql: Expression): DerivedField<Value> => ({ sql, reads: 'count' })

/** `updatedAt` of a record that never changes: the time of its creation. */
export const neverChanged = computed<Date>(({ column }) => column('createdAt'))

/** The condition that a row of the table `x` is not removed. */
export const LIVE = 'x.deleted_at is null'

/** The number of rows of a table, `x`, that belong to the company and satisfy a condition. */
export const count = (table: string, condition: Expression = () => 'true') =>
  counted<number>(
    (scope) =>
      `(select count(*)::int from ${table} x where x.company_id = ${scope.company} and ${condition(scope)})`,
  )

/** The number of rows of a table, removed ones excluded, whose column `key` refers to the record. */
export const countChildren = (table: string, key: string) =>
  count(table, ({ column }) => `x.${key} = ${column('id')} and ${LIVE}`)
