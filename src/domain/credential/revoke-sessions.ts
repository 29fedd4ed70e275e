import type { Prisma } from '../../db/generated/prisma/client.js'

/** Revokes all sessions of a user, or all except one, for example after a new password. */
export async function revokeSessions(
  prisma: Prisma.TransactionClient,
  {
    companyId,
    userId,
    except = null,
  }: { readonly companyId: number; readonly userId: number; readonly except?: string | null },
): Promise<void> {
  await prisma.$executeRaw`
    update session set revoked_at = now()
    where company_id = ${companyId} and user_id = ${userId} and revoked_at is null
      and id is distinct from ${except}::uuid`
}
