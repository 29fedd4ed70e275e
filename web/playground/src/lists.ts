export type Row = Readonly<Record<string, string>>

export interface List {
  /** Where it is in the response, such as `sites`. */
  readonly path: string
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** The outermost lists of records in a response: arrays of objects. A column is a field, such as `address.city`. */
export function findLists(data: unknown, path = ''): List[] {
  if (Array.isArray(data)) return isList(data) ? [toList(data, path)] : []
  if (!isObject(data)) return []
  return Object.entries(data).flatMap(([name, value]) =>
    findLists(value, isPage(name) ? path : [path, name].filter(Boolean).join('.')),
  )
}

/** The fields of a connection that contain its records. */
const isPage = (name: string) => name === 'nodes' || name === 'edges'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (values: readonly unknown[]) => values.length > 0 && values.some(isObject)

function toList(values: readonly unknown[], path: string): List {
  const rows = values.map((value) => Object.fromEntries(cellsOf(value, '')))
  return { path, columns: [...new Set(rows.flatMap((row) => Object.keys(row)))], rows }
}

function cellsOf(value: unknown, path: string): [string, string][] {
  if (Array.isArray(value))
    return [[path, isList(value) ? `${value.length} rows` : value.join(', ')]]
  if (!isObject(value)) return [[path, textOf(value)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    cellsOf(inner, isPage(name) || name === 'node' ? path : [path, name].filter(Boolean).join('.')),
  )
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)
