import type { TransactionDomain } from '../domain.js'
import { DomainError } from '../errors.js'
import { notFoundMessage } from '../noun.js'

/** Finds a user of the company by the email address, case-insensitively. Throws NOT_FOUND for the field `email`. */
export async function requireUserByEmail({ prisma, viewer }: TransactionDomain, address: string) {
  const email = address.trim().toLowerCase().replaceAll('\0', '')
  const user = await prisma.user.findFirst({
    where: { companyId: viewer.companyId, email },
    select: { id: true, uuid: true, email: true },
  })
  if (user) return user
  const message = notFoundMessage('User')
  throw new DomainError('NOT_FOUND', message, [{ code: 'NOT_FOUND', path: ['email'], message }])
}
