import type { Prisma } from '../../db/generated/prisma/client.js'
import type { MailKind } from '../../db/generated/prisma/enums.js'

/** A mail in the outbox. */
export interface QueuedMail {
  readonly kind: MailKind
  /** The recipient, in lower case. */
  readonly email: string
  /** The recipient's company; null: every company that has a user with this address. */
  readonly companyId: number | null
}

/**
 * Puts a mail into the outbox, in the caller's transaction if it has one. The mail worker of any instance sends it
 * after the commit. One statement, the same for addresses with and without an account: its duration must not reveal the
 * difference.
 */
export const queueMail = async (prisma: Prisma.TransactionClient, mail: QueuedMail) => {
  await prisma.queuedMail.create({ data: mail, select: { id: true } })
}
