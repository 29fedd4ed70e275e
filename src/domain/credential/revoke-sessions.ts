import type { Prisma } from '../../db/generated/prisma/client.js'

/** Revokes all sessions of a user, for example after a new password. */
export async function revokeSessions(
  prisma: Prisma.TransactionClient,
  { companyId, userId }: { readonly companyId: number; readonly userId: number },
): Promise<void> {
  await prisma.$executeRaw`
    update session set revoked_at = now()
    where company_id = ${companyId} and user_id = ${userId} and revoked_at is null`
}
