import { embeddedObjects, modelOf, type ModelName, relationPath } from './model.js'
import { PAGE, type TableRef, Projection } from './projection.js'

/**
 * What is asked of a record, as plain data: a property of the answer, and the field that it holds. A relation to one
 * record, or a group, has a selection of its own. Faces translate their own syntax into this.
 */
export interface Selection {
  readonly [property: string]: string | { readonly of: string; readonly select: Selection }
}

/** A selection, compiled for one model: independent of filters, orders, pages and who is asking. */
export interface CompiledSelection {
  readonly model: ModelName
  /** The select list. */
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

/** Compiles a selection. Throws on a name that the model does not have: a face's mistake, never a client's. */
export function compileSelection(model: ModelName, selection: Selection): CompiledSelection {
  const projection = new Projection(model)
  const columns: string[] = []
  const indexOf = (sql: string) => {
    const known = columns.indexOf(sql)
    return known >= 0 ? known : columns.push(sql) - 1
  }

  /** JavaScript that builds the object of a selection from a row `r`. */
  const object = (place: TableRef, select: Selection): string => {
    const properties = Object.entries(select).map(([property, asked]) => {
      const name = JSON.stringify(property)
      if (typeof asked === 'string') {
        const sql = projection.field(place, asked)
        if (!sql) throw new Error(`expected a field of ${place.model}, got ${asked}`)
        return `${name}:r[${indexOf(sql)}]`
      }
      const group = embeddedObjects[place.model]?.[asked.of]
      if (group) return `${name}:${object(place, throughGroup(group, asked.select))}`
      const steps = relationPath(place.model, asked.of)
      if (!steps || steps.some((step) => step.kind !== 'one')) {
        throw new Error(`expected a relation of ${place.model} to one record, got ${asked.of}`)
      }
      const to = projection.follow(place, asked.of)
      const id = indexOf(projection.column(to, 'id'))
      return `${name}:r[${id}]===null?null:${object(to, asked.select)}`
    })
    return `{${properties.join(',')}}`
  }

  const idIndex = indexOf(projection.column(projection.root, 'id'))
  const code = object(projection.root, selection)
  const { joins, pageColumns } = projection
  // Generated, so that every object of a shape has the same hidden class. It holds indexes and quoted names only.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const hydrate = new Function('r', `return ${code}`) as CompiledSelection['hydrate']
  return { model, columns, joins, pageColumns, idIndex, hydrate }
}

/** A record of which nothing is asked but fields whose values are known; undefined where more is. */
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

const throughGroup = (group: Readonly<Record<string, string>>, select: Selection): Selection =>
  Object.fromEntries(
    Object.entries(select).map(([property, asked]) => {
      const field = typeof asked === 'string' ? group[asked] : undefined
      if (!field) throw new Error(`expected a part of the group, got ${property}`)
      return [property, field]
    }),
  )
