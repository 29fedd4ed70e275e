import type { RecordKey, TransactionDomain } from '../domain.js'
import { lockReference } from '../record/lock-reference.js'
import type { ValidationErrors } from '../validation-errors.js'

/** `lockReference` for a user, who must be active. Call it in a transaction. */
export async function lockActiveUser<Key extends RecordKey | null | undefined>(
  tx: TransactionDomain,
  errors: ValidationErrors,
  path: string,
  key: Key,
): Promise<number | Exclude<Key, RecordKey>> {
  const id = await lockReference(tx, errors, path, 'User', key)
  if (id) {
    const { companyId } = tx.viewer
    const inactive = await tx.prisma.user.findFirst({ where: { id, companyId, active: false } })
    if (inactive) errors.add('INVALID', path, 'This user is not active.')
  }
  return id
}
