import { Prisma } from '../db/generated/prisma/client.js'

/** The name of the unique constraint that a write broke, whether pg or Prisma reported it; else undefined. */
export function brokenUniqueConstraint(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') {
    return JSON.stringify(error.meta)
  }
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }
  return code === '23505' && typeof constraint === 'string' ? constraint : undefined
}
