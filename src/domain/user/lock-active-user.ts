import type { RecordKey, TransactionDomain } from '../domain.js'
import { lockRecords } from '../record/lock-reference.js'
import { isKey } from '../record/record-key.js'
import type { ValidationErrors } from '../validation-errors.js'

/** `lockReference` for a user, who must be active. Call it in a transaction. */
export async function lockActiveUser<Key extends RecordKey | null | undefined>(
  tx: TransactionDomain,
  errors: ValidationErrors,
  path: string,
  key: Key,
): Promise<number | Exclude<Key, RecordKey>> {
  if (!isKey(key)) return key as Exclude<Key, RecordKey>
  const own = errors.later()
  const columns = { columns: ['active' as const] }
  const [user = null] = await lockRecords<{ readonly active: boolean }>(tx, 'User', [key], columns)
  own.reference(path, user, 'User')
  if (user?.active === false) own.add('INVALID', path, 'This user is not active.')
  return user?.id ?? 0
}
