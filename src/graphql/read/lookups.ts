import { validate as isUuid } from 'uuid'
import type { Condition } from '../../db/read/filter.js'
import type { RecordKey } from '../../domain/domain.js'
import { storedText } from '../../domain/listing/conditions.js'
import { badInput } from '../errors.js'
import { MAX_PAGE_SIZE } from '../operation/page.js'

/** The condition that a record has this UUID. No record matches a malformed one. */
const hasUuid =
  (id: string): Condition =>
  ({ column, parameter }) =>
    isUuid(id) ? `${column('uuid')} = ${parameter(id, 'uuid')}` : 'false'

/** The condition that a record has this integer id. */
export const hasId =
  (id: number): Condition =>
  ({ column, parameter }) =>
    `${column('id')} = ${parameter(id, 'int')}`

/** The condition that a record has this key. */
export const hasRecordKey = (key: RecordKey): Condition =>
  typeof key === 'number' ? hasId(key) : hasUuid(key)

/** The arguments of a query for one record: its UUID, or another key in a field of `by`. */
export interface KeyArguments {
  readonly id?: string | null
  readonly by?: object | null
}

/** The condition that a record has the key in the arguments. Throws BAD_USER_INPUT unless there is exactly one. */
export function hasKey({ id, by }: KeyArguments): Condition {
  const keys = Object.entries({ id, ...by }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  const [key, ...others] = keys
  if (!key || others.length > 0) throw badInput('Give either id or by.', 'by')
  const [name, value] = key as [string, never]
  const condition = keyConditions[name]
  if (!condition) throw new Error(`expected a key, got ${name}`)
  return condition(value)
}

/** The condition that a column has this value. */
const equals =
  (field: string, type: string) =>
  (value: unknown): Condition =>
  ({ column, parameter }) =>
    `${column(field)} = ${parameter(value, type)}`

/** For each key of any model, by name: returns the condition that a record's key has the given value. */
const keyConditions: Readonly<Record<string, (value: never) => Condition>> = {
  id: (id: string) => hasUuid(id),
  databaseId: (id: number) => hasId(id),
  code: (code: string) => equals('code', 'text')(storedText(code)),
  barcode: (data: string) => hasBarcode(data),
  data: (data: string) => equals('data', 'text')(storedText(data)),
  shortCode: (code: string) => equals('shortCode', 'text')(storedText(code)),
  number: equals('number', 'int'),
  email: (email: string) => equals('email', 'text')(email.trim().toLowerCase()),
  level: equals('level', 'text'),
}

/** The condition that an asset has the barcode with this content. Leading and trailing spaces are ignored. */
const hasBarcode =
  (data: string): Condition =>
  ({ column, company, parameter }) =>
    `${column('id')} = (select x.asset_id from barcode x
      where x.company_id = ${company} and x.data = ${parameter(storedText(data), 'text')} and x.deleted_at is null)`

/** Throws BAD_USER_INPUT if there are more ids than the maximum page size. */
export function refuseTooManyIds(ids: readonly string[]): void {
  if (ids.length > MAX_PAGE_SIZE) {
    throw badInput(`At most ${MAX_PAGE_SIZE} ids are allowed.`, 'ids')
  }
}
