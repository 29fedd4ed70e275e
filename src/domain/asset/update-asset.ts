import type { Asset, AssetType } from '../../db/generated/prisma/client.js'
import { authorise } from '../access/policy.js'
import { type Domain, type RecordKey, inTransaction } from '../domain.js'
import { given } from '../given.js'
import { Problems } from '../problems.js'
import { reference } from '../reference.js'
import { requireForUpdate } from '../require-record.js'
import { riskIdOf } from '../risk/risk.js'
import { brokenUniqueConstraint } from '../unique.js'
import { CODE_TAKEN, fieldsOf } from './create-asset.js'
import {
  carriedOver,
  checkCustomFieldValues,
  type CustomFieldValue,
} from './custom-field-values.js'

/** Absent fields stay as they are. */
export interface AssetChange {
  readonly id: RecordKey
  readonly zoneId?: RecordKey | null | undefined
  readonly typeId?: RecordKey | null | undefined
  readonly code?: string | null | undefined
  /** Null: the type's. */
  readonly riskLevel?: string | null | undefined
  /** Values to set; those of fields that are not named stay. Null clears them all. */
  readonly metaData?: readonly CustomFieldValue[] | null | undefined
}

/** Changes an asset, which keeps a zone, a type and a code. Values of fields that a new type lacks are dropped. */
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

    const zoneKey = problems.required('zoneId', input.zoneId)
    const zoneId = await reference(tx, problems, 'zoneId', 'Zone', zoneKey)
    const typeKey = problems.required('typeId', input.typeId)
    const typeId = await reference(tx, problems, 'typeId', 'AssetType', typeKey)
    const keepsType = typeId === undefined || typeId === asset.typeId
    const newType =
      keepsType || !typeId
        ? undefined
        : await tx.prisma.assetType.findUniqueOrThrow({
            where: { id: typeId, companyId: tx.viewer.companyId },
          })
    if (code && code !== asset.code) {
      const companyId = tx.viewer.companyId
      const taken = await tx.prisma.asset.findFirst({ where: { companyId, code } })
      if (taken) problems.add('TAKEN', 'code', CODE_TAKEN)
    }

    const type = keepsType ? asset.type : newType
    const metaData =
      type && (newType || input.metaData !== undefined)
        ? checkCustomFieldValues(
            problems,
            fieldsOf(type),
            input.metaData ?? [],
            input.metaData === null ? {} : valuesUnder(type, asset),
          )
        : undefined
    problems.throwIfAny()

    try {
      await tx.prisma.asset.update({
        where: { id, companyId: tx.viewer.companyId },
        data: {
          ...given({ zoneId, typeId, code, metaData }),
          ...(givenRiskId !== undefined && { riskId: givenRiskId ?? type?.riskId ?? null }),
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

/** The values of an asset, as they are under its own type or would be under another. */
function valuesUnder(type: AssetType, asset: Asset & { type: AssetType }): Record<string, string> {
  const values = asset.metaData as Record<string, string>
  return type.id === asset.type.id
    ? values
    : carriedOver(values, fieldsOf(asset.type), fieldsOf(type))
}
