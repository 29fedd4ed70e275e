/**
 * A value of an example's variables that stands for a value of the company's records: a field of the first record of a list, such
 * as `{ "first": "assets(filter: { defective: true })", "field": "code" }`. Without a field, it is the record's id.
 */
interface FirstOf {
  readonly first: string
  readonly field?: string
}

/** Sends a query, and returns the data of its response. */
type Ask = (query: string) => Promise<Readonly<Record<string, unknown>> | null | undefined>

/** The JSON of an example's variables, with the ids of the user's company. A value without a record is null. */
export async function fillVariables(json: string, ask: Ask): Promise<string> {
  if (json === '') return ''
  const wanted: FirstOf[] = []
  const variables = JSON.parse(json, (_key, value: unknown) => {
    if (!isFirstOf(value)) return value
    return new Place(wanted.push(value) - 1)
  }) as unknown
  if (wanted.length === 0) return json
  const data = await ask(`{ ${wanted.map(selection).join(' ')} }`)
  const fill = (_key: string, value: unknown) =>
    value instanceof Place ? valueIn(data?.[`v${value.index}`]) : value
  return JSON.stringify(variables, fill, 2)
}

/** The place of the wanted value with this index. */
class Place {
  constructor(readonly index: number) {}
}

const isFirstOf = (value: unknown): value is FirstOf =>
  typeof value === 'object' && value !== null && 'first' in value && typeof value.first === 'string'

/** Reads one record: `assets` becomes `v0: assets(first: 1) { edges { cursor node { id } } }`. */
function selection({ first, field = 'id' }: FirstOf, index: number): string {
  const [, list = '', given] = /^(\w+)(?:\((.*)\))?$/s.exec(first) ?? []
  const page = given?.includes('last:') ? '' : 'first: 1, '
  const selected = field === 'cursor' ? 'cursor' : `node { ${field} }`
  return `v${index}: ${list}(${page}${given ?? ''}) { edges { ${selected} } }`
}

/** The only value in the connection: each object on the way has one field. */
function valueIn(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value ?? null
  return valueIn(Object.values(value)[0])
}
