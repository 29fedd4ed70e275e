import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { Problems } from '../problems.js'
import { present } from '../record-key.js'
import { requireForUpdate } from '../require-record.js'
import { riskIdOf } from '../risk/risk.js'
import { brokenUniqueConstraint } from '../unique.js'
import { CODE_TAKEN, fieldsOf } from './create-asset.js'
import { type CustomFieldValue, checkCustomFieldValues } from './custom-field-values.js'

/** Absent fields stay as they are. */
export interface AssetChange {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | undefined
  readonly typeId?: RecordKey | undefined
  readonly code?: string | undefined
  /** Null: the type's. */
  readonly riskLevel?: string | null | undefined
  /** Values to set; those of fields that are not named stay. Null clears them all. */
  readonly metaData?: readonly CustomFieldValue[] | null | undefined
}

/** Changes an asset. Values of custom fields that a new type does not have are dropped. */
export function updateAsset(domain: Domain, input: AssetChange): Promise<{ id: number }> {
  authorise(domain.viewer, 'updateAsset')
  return inTransaction(domain, async (tx) => {
    const { id } = await requireForUpdate(tx, 'Asset', input.id)
    const asset = await tx.prisma.asset.findUniqueOrThrow({
      where: { id },
      include: { type: true },
    })
    const problems = new Problems()
    const code = problems.text('code', input.code, 64)
    const givenRiskId = riskIdOf(problems, 'riskLevel', input.riskLevel)

    const zone =
      input.zoneId === undefined
        ? undefined
        : await tx.prisma.zone.findFirst({ where: present(tx, input.zoneId) })
    problems.reference('zoneId', zone, 'zone')
    const newType =
      input.typeId === undefined
        ? undefined
        : await tx.prisma.assetType.findFirst({ where: present(tx, input.typeId) })
    problems.reference('typeId', newType, 'asset type')
    if (code !== undefined && code !== asset.code) {
      const companyId = tx.viewer.companyId
      const taken = await tx.prisma.asset.findFirst({ where: { companyId, code } })
      if (taken) problems.add('TAKEN', 'code', CODE_TAKEN)
    }

    const type = newType ?? asset.type
    const kept = input.metaData === null ? {} : (asset.metaData as Record<string, string>)
    const metaData =
      newType || input.metaData !== undefined
        ? checkCustomFieldValues(problems, fieldsOf(type), input.metaData ?? [], kept)
        : undefined
    problems.throwIfAny()

    try {
      await tx.prisma.asset.update({
        where: { id, companyId: tx.viewer.companyId },
        data: {
          ...(zone && { zoneId: zone.id }),
          ...(newType && { typeId: newType.id }),
          ...(code !== undefined && { code }),
          ...(givenRiskId !== undefined && { riskId: givenRiskId ?? type.riskId }),
          ...(metaData && { metaData }),
        },
      })
    } catch (error) {
      if (!brokenUniqueConstraint(error)) throw error
      problems.add('TAKEN', 'code', CODE_TAKEN)
      problems.throwIfAny()
    }
    return { id }
  })
}
