import { Prisma } from '../db/generated/prisma/client.js'
import { ValidationErrors } from './validation-errors.js'

/** The name of the unique constraint that a write broke, whether pg or Prisma reported it; else undefined. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    const meta = JSON.stringify(error.meta)
    // P2010: a raw statement failed.
    const isBroken = error.code === 'P2002' || (error.code === 'P2010' && meta.includes('"23505"'))
    return isBroken ? meta : undefined
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined
}

/** The outcome of a write; a unique constraint that it broke, by a race with another, is a field's TAKEN problem. */
export async function takenIfNotUnique<Result>(
  write: Promise<Result>,
  field: string,
  message: string,
): Promise<Result> {
  try {
    return await write
  } catch (error) {
    if (!brokenUniqueConstraint(error)) throw error
    const errors = new ValidationErrors()
    errors.add('TAKEN', field, message)
    errors.throwIfAny()
    throw error
  }
}
