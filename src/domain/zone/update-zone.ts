import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { given } from '../given.js'
import { Problems } from '../problems.js'
import { reference } from '../reference.js'
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
    const problems = new Problems()
    const typeKey = problems.required('typeId', input.typeId)
    const typeId = await reference(tx, problems, 'typeId', 'ZoneType', typeKey)
    const name = problems.text('name', input.name)
    const size = input.size === null ? 0 : input.size
    problems.integer('size', size, 0)
    problems.throwIfAny()

    return tx.prisma.zone.update({
      where: { id, companyId: tx.viewer.companyId },
      data: given({ typeId, name, size }),
      select: { id: true },
    })
  })
}
