import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'
import { requireForUpdate } from '../require-record.js'

/** Absent fields stay as they are. */
export interface ZoneChange {
  readonly id: RecordKey
  readonly typeId?: RecordKey | null | undefined
  readonly name?: string | null | undefined
  /** Floor area in whole square metres; null: 0, not measured. */
  readonly size?: number | null | undefined
}

/** Changes a zone. It stays at its site, where its assets stand and its jobs are. */
export function updateZone(domain: Domain, input: ZoneChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateZone')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Zone', input.id)
    const errors = new ValidationErrors()
    const typeKey = errors.required('typeId', input.typeId)
    const typeId = await lockReference(tx, errors, 'typeId', 'ZoneType', typeKey)
    const name = errors.text('name', input.name)
    const size = input.size === null ? 0 : input.size
    errors.integer('size', size, 0)
    errors.throwIfAny()

    return tx.prisma.zone.update({
      where: { id, companyId: tx.viewer.companyId },
      data: omitUndefined({ typeId, name, size }),
      select: { id: true },
    })
  })
}
