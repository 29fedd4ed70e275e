import { Prisma } from '../../db/generated/prisma/client.js'
import { ValidationErrors } from '../validation-errors.js'

/** On a distributed database, the error has no other field with the name. */
const VIOLATION = /^duplicate key value violates unique constraint "(\w+)/

/**
 * Returns a text that contains the name of the violated unique constraint; undefined for any other error of pg or
 * Prisma. On a distributed database, a number follows the name.
 */
export function violatedUniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const meta = JSON.stringify(error.meta)
    // P2010: a raw query failed. 23505 is PostgreSQL's unique_violation.
    const isViolation =
      error.code === 'P2002' || (error.code === 'P2010' && meta.includes('"23505"'))
    return isViolation ? meta : undefined
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  if (code !== '23505') return undefined
  return typeof constraint === 'string' ? constraint : VIOLATION.exec(error.message)?.[1]
}

/** Awaits a write. Throws TAKEN for the field if a concurrent write has taken the value since it was checked. */
export async function takenIfNotUnique<Result>(field: string, write: Promise<Result>) {
  try {
    return await write
  } catch (error) {
    if (!violatedUniqueConstraint(error)) throw error
    const errors = new ValidationErrors()
    errors.taken(field)
    errors.throwIfAny()
    throw error
  }
}
