import type { AuditEntry } from '../../src/db/generated/prisma/client.js'
import type { TestCompany } from '../support/builders.js'

/** All audit entries of a company, in the order in which they were written. */
export const entriesOf = ({ db, companyId }: Pick<TestCompany, 'db' | 'companyId'>) =>
  db.prisma.auditEntry.findMany({
    where: { companyId },
    orderBy: [{ transactionId: 'asc' }, { id: 'asc' }],
    omit: { transactionId: true },
  }) as Promise<Omit<AuditEntry, 'transactionId'>[]>

/** The mutations that write only deliveries of webhooks, which are not audited: they are a log of their own. */
export const WITHOUT_ENTRIES: readonly string[] = ['testWebhook', 'redeliver', 'replayWebhook']
