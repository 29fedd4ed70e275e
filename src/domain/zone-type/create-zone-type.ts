import { v7 as newUuid } from 'uuid'
import { authorise } from '../access/policy.js'
import { type Created, type Domain, type RecordKey, inTransaction } from '../domain.js'
import { ValidationErrors } from '../validation-errors.js'
import { lockReferences } from '../lock-reference.js'
import { riskIdOf } from '../risk/risk.js'

export interface NewZoneType {
  readonly description: string
  readonly riskLevel?: string | null | undefined
  /** The types of asset that are expected in such zones. */
  readonly assetTypeIds?: readonly RecordKey[] | null | undefined
}

/** Adds a type of zone and the types of asset expected in it. */
export function createZoneType(domain: Domain, input: NewZoneType): Promise<Created> {
  authorise(domain.viewer, 'createZoneType')
  return inTransaction(domain, async (tx) => {
    const errors = new ValidationErrors()
    const description = errors.text('description', input.description)
    const riskId = riskIdOf(errors, 'riskLevel', input.riskLevel) ?? null
    const keys = input.assetTypeIds ?? []
    const assetTypeIds = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    errors.throwIfAny()

    const { companyId } = tx.viewer
    const zoneType = await tx.prisma.zoneType.create({
      data: { uuid: newUuid(), companyId, description, riskId },
      select: { id: true, uuid: true },
    })
    await expectAssetTypes(tx, zoneType.id, assetTypeIds)
    return zoneType
  })
}

/** Makes these the types of asset that are expected in zones of a type. */
export async function expectAssetTypes(
  { prisma, viewer: { companyId } }: Domain,
  zoneTypeId: number,
  assetTypeIds: readonly number[],
): Promise<void> {
  const links = assetTypeIds.map((assetTypeId) => ({ companyId, zoneTypeId, assetTypeId }))
  await prisma.zoneTypeAssetType.deleteMany({
    where: { companyId, zoneTypeId, assetTypeId: { notIn: [...assetTypeIds] } },
  })
  await prisma.zoneTypeAssetType.createMany({ data: links, skipDuplicates: true })
}
