import { validate as isUuid } from 'uuid'
import type { Domain, RecordKey } from './domain.js'

const MAX_INT32 = 2_147_483_647
const NO_RECORD = { id: 0 }

/** The condition that a key stands for. A malformed key stands for no record. */
export function identify(key: RecordKey): { id: number } | { uuid: string } {
  if (typeof key === 'string') return isUuid(key) ? { uuid: key.toLowerCase() } : NO_RECORD
  return Number.isInteger(key) && key > 0 && key <= MAX_INT32 ? { id: key } : NO_RECORD
}

/** A key as the two parameters of a statement that finds its record: the integer id and the UUID, one of them null. */
export function idAndUuid(key: RecordKey): [number | null, string | null] {
  const condition = identify(key)
  return 'id' in condition ? [condition.id, null] : [null, condition.uuid]
}

/** The condition for a record of the viewer's company, removed or not. */
export const ofCompany = ({ viewer }: Domain, key: RecordKey) => ({
  companyId: viewer.companyId,
  ...identify(key),
})
