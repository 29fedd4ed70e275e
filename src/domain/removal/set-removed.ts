import { Prisma } from '../../db/generated/prisma/client.js'
import { readModel } from '../../db/generated/read-model.js'
import { authorise } from '../access/authorise.js'
import {
  type ById,
  type Changed,
  type Domain,
  inTransaction,
  type TransactionDomain,
} from '../domain.js'
import { type Locked, type RemovableModel, requireForUpdate } from '../record/require-record.js'
import { send } from '../record/write-record.js'
import { ValidationErrors } from '../validation-errors.js'

/**
 * Removes (soft delete) or restores a record, and the barcode of an asset, in one transaction. Throws FORBIDDEN,
 * NOT_FOUND, and INVALID with the errors that `check` added. Idempotent: a record that is already removed or restored
 * stays as it is, and `check` is not called. `lockFirst` runs before the record is locked.
 */
export async function setRemoved(
  domain: Domain,
  operation: 'remove' | 'restore',
  model: RemovableModel,
  input: ById,
  check: (
    tx: TransactionDomain,
    errors: ValidationErrors,
    row: Locked<RemovableModel>,
  ) => Promise<void>,
  lockFirst?: (tx: TransactionDomain) => Promise<void>,
): Promise<Changed> {
  authorise(domain.viewer, `${operation}${model}`)
  return inTransaction(domain, async (tx) => {
    await lockFirst?.(tx)
    const row = await requireForUpdate(tx, model, input.id, { removed: true })
    const { id, removed } = row
    if (removed === (operation === 'remove')) return { id }
    const errors = new ValidationErrors()
    await check(tx, errors, row)
    errors.throwIfAny()

    const { companyId, userId } = tx.viewer
    const now = tx.now()
    const [deletedAt, deletedById] = operation === 'remove' ? [now, userId] : [null, null]
    if (model === 'Asset') {
      const where = { companyId, assetId: id }
      await tx.prisma.barcode.updateMany({ where, data: { deletedAt, deletedById } })
    }
    const writing = tx.prisma.$executeRaw`
      update ${Prisma.raw(readModel[model].table)}
      set deleted_at = ${deletedAt}::timestamptz, deleted_by_id = ${deletedById}::int,
        updated_at = ${now}::timestamptz
      where id = ${id} and company_id = ${companyId}`
    return send(
      tx,
      { id },
      writing.then(() => ({ id })),
    )
  })
}
