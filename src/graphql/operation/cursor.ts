import { MAX_INT32 } from '../../db/read/statement.js'
import type { OrderKey, Position } from '../../db/read/order.js'
import type { Order } from '../../domain/listing/listing.js'
import { badInput } from '../errors.js'

const nameOf = (order: readonly Order[]) =>
  order.map(({ field, direction }) => `${field} ${direction}`).join(',')

/** Encodes a keyset cursor: the order's name, the record's sort values and its id. Opaque to clients. */
export const encodeCursor = (order: readonly Order[], { values, id }: Position): string =>
  Buffer.from(JSON.stringify([nameOf(order), ...values, id])).toString('base64url')

/**
 * The SQL expression of the same cursor as `encodeCursor`. `keys` and `id` are the SQL of the sort values and the id.
 */
export function cursorExpression(
  order: readonly Order[],
  keys: readonly string[],
  id: string,
): string {
  const name = JSON.stringify(nameOf(order)).replaceAll("'", "''")
  const values = keys.map((key) => `coalesce(to_json(${key}::text)::text, 'null'), ','`)
  const json = `concat(${[`'[${name},'`, ...values, id, `']'`].join(', ')})`
  // Converts base64 to base64url: replaces two characters; removes the padding and PostgreSQL's line breaks.
  return `translate(encode(convert_to(${json}, 'UTF8'), 'base64'), E'+/=\\n', '-_')`
}

/** Decodes a cursor. Throws BAD_USER_INPUT if it is malformed or belongs to another order. */
export function decodeCursor(
  argument: 'after' | 'before',
  cursor: string,
  order: readonly Order[],
  keys: readonly OrderKey[],
): Position {
  const [name, ...place] = parse(cursor) ?? []
  const id = place.pop()
  const values = place.map((value, index) => readValue(keys[index], value))
  if (!isId(id) || values.length !== keys.length || values.includes(undefined)) {
    throw badInput(`The argument ${argument} is not a cursor of this API.`, argument)
  }
  if (name !== nameOf(order)) {
    throw badInput(`The cursor in ${argument} belongs to another orderBy.`, argument)
  }
  return { values: values as (string | null)[], id }
}

function parse(cursor: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : undefined
  } catch {
    return undefined
  }
}

const isId = (value: unknown): value is number => Number.isInteger(value) && isInt(String(value))
const isInt = (text: string) => /^\d{1,10}$/.test(text) && Number(text) <= MAX_INT32
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/

/** Whether PostgreSQL accepts the text as a time. It rejects the 31st of February. */
function isTime(text: string): boolean {
  const time = new Date(text.replace(' ', 'T').replace('+00', 'Z'))
  if (!TIME.test(text) || Number.isNaN(time.getTime())) return false
  return time.toISOString().slice(0, 19) === text.slice(0, 19).replace(' ', 'T')
}

/** A sort value of a cursor; undefined if PostgreSQL would reject it. */
function readValue(key: OrderKey | undefined, value: unknown): string | null | undefined {
  if (!key) return undefined
  if (value === null) return key.nullable ? null : undefined
  if (typeof value !== 'string' || value.includes('\0')) return undefined
  if (key.type === 'bigint') return /^-?\d{1,18}$/.test(value) ? value : undefined
  if (key.type === 'int') return isInt(value) ? value : undefined
  if (key.type === 'timestamptz') return isTime(value) ? value : undefined
  if (key.type === 'boolean') return value === 'true' || value === 'false' ? value : undefined
  return key.values?.includes(value) === false ? undefined : value
}
