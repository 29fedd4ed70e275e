import { modelOf, type ModelName, type SourceName } from './model.js'
import { findRules, relationPath } from './models.js'
import { PAGE, Projection, type TableRef } from './projection.js'

/**
 * What to read of a record: the properties of the result, each with the name of a field. For a relation to one record
 * and for an embedded object, a property has the relation's or the object's name (`of`) and a nested selection.
 */
export interface Selection {
  readonly [property: string]: string | { readonly of: string; readonly select: Selection }
}

/** A selection, compiled once for a model and reused for all filters, orders, pages and companies. */
export interface CompiledSelection<Name extends SourceName = ModelName> {
  readonly model: Name
  /** The select list. */
  readonly columns: readonly string[]
  /** The joins of the relations to one record. */
  readonly joins: string
  /** The columns of the model's own table that the subquery `page` must select. */
  readonly pageColumns: readonly string[]
  /** The index of the record's id in a row. */
  readonly idIndex: number
  /** Turns a row into nested plain objects. */
  readonly hydrate: Hydrate
}

type Hydrate = (row: readonly unknown[]) => Record<string, unknown>

/** Compiles a selection. Throws on a name that the model does not have: that is a bug in the caller. */
export function compileSelection<Name extends SourceName>(
  model: Name,
  selection: Selection,
): CompiledSelection<Name> {
  const projection = new Projection(model)
  const columns: string[] = []
  const indexOf = (sql: string) => {
    const known = columns.indexOf(sql)
    return known >= 0 ? known : columns.push(sql) - 1
  }
  const idIndexOf = (table: TableRef) => indexOf(projection.column(table, 'id'))
  const compile = (table: TableRef, select: Selection): Hydrate =>
    hydrator(Object.entries(select).map(([name, field]) => ({ name, ...property(table, field) })))

  const property = (table: TableRef, field: Selection[string]): Omit<Property, 'name'> => {
    if (typeof field === 'string') {
      const sql = projection.field(table, field)
      if (!sql) throw new Error(`expected a field of ${table.model}, got ${field}`)
      return { index: indexOf(sql) }
    }
    const { embedded: objects, optionalObjects } = findRules(table.model) ?? {}
    const embedded = objects?.[field.of]
    if (embedded) {
      const [first = ''] = optionalObjects?.includes(field.of) ? Object.values(embedded) : []
      const index = indexOf(projection.field(table, first) ?? projection.column(table, 'id'))
      return { index, nested: compile(table, selectionOfRecord(embedded, field.select)) }
    }
    const steps = relationPath(table.model, field.of)
    if (!steps || steps.some((step) => step.kind !== 'one')) {
      throw new Error(`expected a relation of ${table.model} to one record, got ${field.of}`)
    }
    const related = projection.follow(table, field.of)
    return { index: idIndexOf(related), nested: compile(related, field.select) }
  }

  const idIndex = idIndexOf(projection.root)
  const hydrate = compile(projection.root, selection)
  const { joins, pageColumns } = projection
  return { model, columns, joins, pageColumns, idIndex, hydrate }
}

/** The selected record if `known` has the values of all selected fields; otherwise undefined. Sends no statement. */
export function knownRecord(
  { model, columns, hydrate }: CompiledSelection,
  known: object,
): Record<string, unknown> | undefined {
  const names = modelOf(model).columns
  const values = new Map<string, unknown>(
    Object.entries(known).map(([field, value]) => [`${PAGE}.${names[field] ?? ''}`, value]),
  )
  return columns.every((sql) => values.has(sql))
    ? hydrate(columns.map((sql) => values.get(sql)))
    : undefined
}

/** A property of a hydrated object: a value of the row or, if `nested` is set, an object. */
interface Property {
  readonly name: string
  /** The index of the value in the row. For an object, the index of a value that is null if there is no object. */
  readonly index: number
  readonly nested?: Hydrate
}

const hydrator =
  (properties: readonly Property[]): Hydrate =>
  (row) => {
    const object: Record<string, unknown> = {}
    for (const { name, index, nested } of properties) {
      const value = row[index]
      object[name] = nested && value !== null ? nested(row) : value
    }
    return object
  }

/** Translates a selection of an embedded object to a selection of the record that stores it. */
const selectionOfRecord = (
  fields: Readonly<Record<string, string>>,
  select: Selection,
): Selection =>
  Object.fromEntries(
    Object.entries(select).map(([property, part]) => {
      const field = typeof part === 'string' ? fields[part] : undefined
      if (!field) throw new Error(`expected a field of the embedded object, got ${property}`)
      return [property, field]
    }),
  )
