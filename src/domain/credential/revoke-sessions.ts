import type { Prisma } from '../../db/generated/prisma/client.js'

/** Revokes all sessions of a user, or all except one, for example after a new password. Returns their number. */
export const revokeSessions = (
  prisma: Prisma.TransactionClient,
  {
    companyId,
    userId,
    except = null,
  }: { readonly companyId: number; readonly userId: number; readonly except?: string | null },
): Promise<number> => prisma.$executeRaw`
    update session set revoked_at = now()
    where company_id = ${companyId} and user_id = ${userId} and revoked_at is null
      and id is distinct from ${except}::uuid`

/** Revokes the sessions of all users of a company. Returns their number. */
export const revokeCompanySessions = (
  prisma: Prisma.TransactionClient,
  companyId: number,
): Promise<number> => prisma.$executeRaw`
    update session set revoked_at = now()
    where company_id = ${companyId} and revoked_at is null`
