import { validate as isUuid } from 'uuid'
import type { RecordKey } from '../domain.js'
import { type AddParameter, equalsOneOf } from '../../db/read/equals-one-of.js'
import { MAX_INT32 } from '../../db/read/statement.js'

const NO_RECORD = { id: 0 }

/** The column and value that a key is compared with. A malformed key matches no record. */
export function identify(key: RecordKey): { id: number } | { uuid: string } {
  if (typeof key === 'string') return isUuid(key) ? { uuid: key.toLowerCase() } : NO_RECORD
  return Number.isInteger(key) && key > 0 && key <= MAX_INT32 ? { id: key } : NO_RECORD
}

/**
 * A key as two parameters of a statement, the integer id and the UUID. One of them is null; without a key, both are.
 */
export function idAndUuid(key: RecordKey | null | undefined): [number | null, string | null] {
  if (!isKey(key)) return [null, null]
  const condition = identify(key)
  return 'id' in condition ? [condition.id, null] : [null, condition.uuid]
}

export const isKey = (key: RecordKey | null | undefined): key is RecordKey =>
  key !== null && key !== undefined

/** Keys as two array parameters of a statement: the integer ids, and the UUIDs in lower case. */
export function idsAndUuids(keys: readonly RecordKey[]): { ids: number[]; uuids: string[] } {
  const conditions = keys.map(identify)
  return {
    ids: conditions.flatMap((condition) => ('id' in condition ? [condition.id] : [])),
    uuids: conditions.flatMap((condition) => ('uuid' in condition ? [condition.uuid] : [])),
  }
}

/**
 * SQL condition: the record is one of those of `idsAndUuids`, which are the parameters `ids` and `uuids`. For `id = any(…) or
 * uuid = any(…)`, PostgreSQL may read all records of the company instead. If there is at most one key (`isOne`), the
 * condition is an equality: then every plan looks up the primary key, also without statistics.
 */
export function isOneOfRecords(
  table: string,
  company: string,
  [ids, uuids]: readonly [ids: string, uuids: string],
  isOne: boolean,
): string {
  const found = `select keyed.id from ${table} keyed where keyed.company_id = ${company} and keyed.uuid =`
  const id = isOne
    ? `coalesce((${ids}::int[])[1], (${found} (${uuids}::uuid[])[1]))`
    : `any(${ids}::int[] || array(${found} any(${uuids}::uuid[])))`
  return `${table}.company_id = ${company} and ${table}.id = ${id}`
}

/** SQL condition: the record has one of the keys. */
export function hasOneOfKeys(keys: readonly RecordKey[], parameter: AddParameter): string {
  const { ids, uuids } = idsAndUuids(keys)
  const conditions = [
    ...(ids.length > 0 ? [`id ${equalsOneOf(ids, 'int', parameter)}`] : []),
    ...(uuids.length > 0 ? [`uuid ${equalsOneOf(uuids, 'uuid', parameter)}`] : []),
  ]
  return `(${conditions.join(' or ') || 'false'})`
}
