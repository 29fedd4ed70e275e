import { Prisma } from '../../db/generated/prisma/client.js'
import { type Scope, SCOPES } from '../access/scope.js'
import type { ValidationErrors } from '../validation-errors.js'
import { checkAddressRanges } from './address-ranges.js'

/** The limits of an API key in an input. */
interface LimitsInput {
  readonly expiresAt?: Date | null | undefined
  readonly scopes?: readonly Scope[] | null | undefined
  readonly addressRanges?: readonly string[] | null | undefined
}

/** Checks the limits of an API key. An absent one stays undefined. */
export const checkLimits = (errors: ValidationErrors, input: LimitsInput, now: Date) => ({
  expiresAt: checkExpiry(errors, input.expiresAt, now),
  scopes: checkScopes(errors, input.scopes),
  addressRanges: checkAddressRanges(errors, input.addressRanges),
})

function checkExpiry(
  errors: ValidationErrors,
  expiresAt: Date | null | undefined,
  now: Date,
): Date | null | undefined {
  if (expiresAt) {
    errors.instant('expiresAt', expiresAt)
    if (expiresAt <= now) errors.add('OUT_OF_RANGE', 'expiresAt', 'A future time is expected.')
  }
  return expiresAt
}

/** Returns the scopes in the order of `SCOPES`, each once. */
function checkScopes(
  errors: ValidationErrors,
  scopes: readonly Scope[] | null | undefined,
): Scope[] | null | undefined {
  if (!scopes) return scopes
  if (scopes.length === 0) {
    errors.add('REQUIRED', 'scopes', 'At least one scope is expected; null: what the user may do.')
  }
  return SCOPES.filter((scope) => scopes.includes(scope))
}

/** A limit as Prisma stores it in a column of JSON: null is SQL's null. */
export const storedLimit = (limit: readonly string[] | null | undefined) =>
  limit === null ? Prisma.DbNull : limit && [...limit]
