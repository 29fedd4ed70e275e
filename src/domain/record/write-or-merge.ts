import type { TransactionDomain } from '../domain.js'
import { DomainError } from '../errors.js'
import type { ValidationErrors } from '../validation-errors.js'
import { StaleError } from './stale.js'

/**
 * Runs `write`, unless `errors` has errors: then `write` only validates, and its errors are thrown together with them.
 */
export async function writeOrMerge<Written>(
  tx: TransactionDomain,
  errors: ValidationErrors,
  write: (tx: TransactionDomain) => Promise<Written>,
): Promise<Written> {
  if (errors.allowWrite) return write(tx)
  try {
    await write({ ...tx, dryRun: true })
  } catch (error) {
    const isInvalid = error instanceof DomainError && error.code === 'INVALID'
    if (!isInvalid || error instanceof StaleError) throw error
    throw new DomainError('INVALID', error.message, [...error.errors, ...errors.all])
  }
  throw new DomainError('INVALID', 'The input is not valid.', errors.all)
}
