import { v7 as newUuid } from 'uuid'
import { queryRows, type TransactionDomain } from '../domain.js'
import { insertRecord } from '../record/write-record.js'
import type { ValidationErrors } from '../validation-errors.js'

/*
 * The placeholder is a user of a company, but not a person: it is the technician of the jobs that have none. docs/decisions/unassigned-jobs.md
 */

/** SQL: the id of the placeholder; null if the company has none. */
export const placeholderId = (company: string) =>
  `(select nobody.id from app_user nobody where nobody.company_id = ${company} and nobody.placeholder)`

/** Creates the placeholder, unless the company has it. The transaction must have locked the company. */
export async function createPlaceholder(
  tx: TransactionDomain,
  passwordHash: string,
): Promise<void> {
  const [found] = await queryRows<{ id: number | null }>(tx, {
    text: `select ${placeholderId('$1::int')} as id`,
    values: [tx.viewer.companyId],
  })
  if (found?.id != null) return
  await insertRecord(tx, 'User', {
    firstName: 'Not',
    lastName: 'assigned',
    // The domain `invalid` has no mailboxes (RFC 2606). The rest is random, so no user has this address.
    email: `unassigned@${newUuid()}.invalid`,
    passwordHash,
    active: false,
    placeholder: true,
    membership: { create: { role: 'technician' } },
    profile: { create: { uuid: newUuid() } },
  })
}

/** Rejects an update or a removal of the placeholder. */
export function rejectPlaceholder(
  errors: ValidationErrors,
  { placeholder }: { readonly placeholder: boolean },
): void {
  if (!placeholder) return
  const message = 'This user stands for jobs without a technician: it cannot be changed or removed.'
  errors.add('NOT_ALLOWED', 'id', message)
}
