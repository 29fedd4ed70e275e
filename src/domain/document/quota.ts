import type { TransactionDomain } from '../domain.js'
import type { ValidationErrors } from '../validation-errors.js'

/** Rejects files with this size together, if the company may not store them. Concurrent uploads may exceed the quota together. */
export async function checkQuota(
  { prisma, viewer: { companyId } }: TransactionDomain,
  errors: ValidationErrors,
  path: readonly (string | number)[],
  size: number,
): Promise<void> {
  const { documentQuotaMegabytes: megabytes } = await prisma.company.findUniqueOrThrow({
    where: { id: companyId },
    select: { documentQuotaMegabytes: true },
  })
  if (megabytes === null) return
  const where = { companyId, deletedAt: null }
  const { _sum: used } = await prisma.document.aggregate({ where, _sum: { size: true } })
  if ((used.size ?? 0) + size <= megabytes * 1_000_000) return
  errors.add('NOT_ALLOWED', path, `The documents of the company may have ${megabytes} MB together.`)
}
