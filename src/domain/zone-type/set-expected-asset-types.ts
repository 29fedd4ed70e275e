import type { Domain } from '../domain.js'

/** Replaces the list of asset types that zones of a type should have. */
export async function setExpectedAssetTypes(
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
