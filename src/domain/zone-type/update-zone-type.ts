import type { Changed, Domain } from '../domain.js'
import { lockReferences } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { riskIdOf } from '../risk/risk.js'
import type { NewZoneType } from './create-zone-type.js'

/** `assetTypeIds` replaces the whole list. */
export type ZoneTypeChange = Change<NewZoneType>

/** Updates a zone type. Its description cannot be cleared. */
export const updateZoneType = (domain: Domain, input: ZoneTypeChange): Promise<Changed> =>
  updateRecord(domain, 'ZoneType', input, async (tx, errors, id) => {
    const description = errors.text('description', input.description)
    const riskId = riskIdOf(errors, input.riskLevel)
    if (input.assetTypeIds !== undefined) {
      const keys = input.assetTypeIds ?? []
      const ids = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
      await replaceAssetTypes(tx, id, ids)
    }
    return { description, riskId }
  })

/** Writes before the whole input is checked: a validation error rolls the transaction back. */
async function replaceAssetTypes(
  { prisma, viewer: { companyId } }: Domain,
  zoneTypeId: number,
  ids: readonly number[],
): Promise<void> {
  const links = ids.map((assetTypeId) => ({ companyId, zoneTypeId, assetTypeId }))
  await prisma.zoneTypeAssetType.deleteMany({
    where: { companyId, zoneTypeId, assetTypeId: { notIn: [...ids] } },
  })
  await prisma.zoneTypeAssetType.createMany({ data: links, skipDuplicates: true })
}
