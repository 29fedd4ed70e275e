import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { type Created, type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReference } from '../lock-reference.js'

export interface NewZone {
  readonly siteId: RecordKey
  readonly typeId: RecordKey
  readonly name: string
  /** Floor area in whole square metres. Absent: 0, not measured. */
  readonly size?: number | null | undefined
}

/** Adds a zone to a site. */
export function createZone(domain: Domain, input: NewZone): Promise<Created> {
  authorise(domain.viewer, 'createZone')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    const siteId = await lockReference(tx, errors, 'siteId', 'Site', input.siteId)
    const typeId = await lockReference(tx, errors, 'typeId', 'ZoneType', input.typeId)
    const name = errors.text('name', input.name)
    const size = input.size ?? 0
    errors.integer('size', size, 0)
    errors.throwIfAny()

    const { companyId, userId } = tx.viewer
    return tx.prisma.zone.create({
      data: { uuid: newUuid(), companyId, userId, siteId, typeId, name, size },
      select: { id: true, uuid: true },
    })
  })
}
