import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { omitUndefined } from '../omit-undefined.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReferences } from '../lock-reference.js'
import { requireForUpdate } from '../require-record.js'
import { riskIdOf } from '../risk/risk.js'
import { expectAssetTypes } from './create-zone-type.js'

/** Absent fields stay as they are. */
export interface ZoneTypeChange {
  readonly id: RecordKey
  readonly description?: string | null | undefined
  readonly riskLevel?: string | null | undefined
  /** Takes the place of the whole list; null: none. */
  readonly assetTypeIds?: readonly RecordKey[] | null | undefined
}

/** Changes a type of zone, and as a whole the list of asset types expected in it. */
export function updateZoneType(domain: Domain, input: ZoneTypeChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateZoneType')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'ZoneType', input.id)
    const errors = new ValidationErrors()
    const description = errors.text('description', input.description)
    const riskId = riskIdOf(errors, 'riskLevel', input.riskLevel)
    const keys = input.assetTypeIds ?? []
    const assetTypeIds = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    errors.throwIfAny()

    await tx.prisma.zoneType.update({
      where: { id, companyId: tx.viewer.companyId },
      data: omitUndefined({ description, riskId }),
      select: { id: true },
    })
    if (input.assetTypeIds !== undefined) await expectAssetTypes(tx, id, assetTypeIds)
    return { id }
  })
}
