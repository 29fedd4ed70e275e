import type { Changed } from '../domain.js'
import { DomainError } from '../errors.js'

/** An update expects another version of the record than the current one. Nothing is written. */
export class StaleError extends DomainError {
  constructor(readonly record: Changed) {
    const message = 'The record has changed since you read it.'
    super('INVALID', message, [{ code: 'STALE', path: ['expectedUpdatedAt'], message }])
  }
}

/** The input of an update: the `updatedAt` that the client has read. Absent or null: any. */
export interface Expectation {
  readonly expectedUpdatedAt?: Date | null | undefined
}

/**
 * Throws StaleError if the client has read another version of the record. The caller must prevent other changes until
 * it writes, by a row lock or a version check.
 */
export function rejectStale(
  record: Changed & { readonly updatedAt: Date },
  { expectedUpdatedAt }: Expectation,
): void {
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== record.updatedAt.getTime()) {
    throw new StaleError({ id: record.id })
  }
}
