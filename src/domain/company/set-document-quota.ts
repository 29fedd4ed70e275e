import { type Domain, transaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'

/** Sets the most megabytes that the documents of the company may have together; null: no limit. */
export async function setDocumentQuota(domain: Domain, megabytes: number | null): Promise<void> {
  const errors = new ValidationErrors(domain)
  errors.integer('megabytes', megabytes, 0)
  errors.throwIfAny()
  await transaction(domain, ({ prisma, viewer }) =>
    prisma.company.update({
      where: { id: viewer.companyId },
      data: { documentQuotaMegabytes: megabytes, updatedAt: domain.now() },
      select: { id: true },
    }),
  )
}
