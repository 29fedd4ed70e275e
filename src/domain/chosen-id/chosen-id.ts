import { createHash } from 'node:crypto'
import { v7 as newUuid, validate as isUuid, version } from 'uuid'

/** The input of a new record whose id the client may choose. */
export interface ChosenId {
  /** A UUID of version 4 or 7. Absent: generated. The domain uses one that `claimIds` has claimed. */
  readonly id?: string | null | undefined
}

export const isChosen = ({ id }: ChosenId): boolean => id !== null && id !== undefined

export const isAccepted = ({ id }: ChosenId): boolean =>
  isUuid(id) && [4, 7].includes(version(id ?? ''))

/** The chosen id as the database returns it, or a new one if none is chosen, or if it is not accepted, which is an error. */
export const newUuidOf = (input: ChosenId): string =>
  isAccepted(input) ? (input.id ?? '').toLowerCase() : newUuid()

/** Fields of an input that are about the request, and not about the record. */
const NOT_OF_THE_RECORD = ['id', 'idempotencyKey', 'dryRun']

/** Two inputs have the same hash if they have the same values: their order does not count, and null counts as absent. */
export function hashOf(input: object): Buffer {
  const fields = Object.entries(input).filter(([name]) => !NOT_OF_THE_RECORD.includes(name))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(fields), sorted))
    .digest()
}

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([, each]) => each !== null && each !== undefined)
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}
