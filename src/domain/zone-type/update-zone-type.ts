import type { Changed, Domain, TransactionDomain } from '../domain.js'
import { lockReferences } from '../record/lock-reference.js'
import { type Change, updateRecord } from '../record/update-record.js'
import { riskIdOf } from '../risk/risk.js'
import type { NewZoneType } from './create-zone-type.js'

/** `assetTypeIds` replaces the whole list. */
export type ZoneTypeChange = Change<NewZoneType>

/** Updates a zone type. Its name cannot be cleared. */
export const updateZoneType = (domain: Domain, input: ZoneTypeChange): Promise<Changed> =>
  updateRecord(domain, 'ZoneType', input, async (tx, errors, { id }) => {
    const description = errors.text('name', input.name)
    const riskId = riskIdOf(errors, input.riskLevel)
    if (input.assetTypeIds === undefined) return { description, riskId }
    const keys = input.assetTypeIds ?? []
    const types = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    const ids = types.map((type) => type.id)
    return { description, riskId, partsChanged: await replaceAssetTypes(tx, id, ids) }
  })

/**
 * Returns whether the links have changed. Writes before the whole input is checked: a validation error rolls the
 * transaction back.
 */
async function replaceAssetTypes(
  { prisma, viewer: { companyId } }: TransactionDomain,
  zoneTypeId: number,
  ids: readonly number[],
): Promise<boolean> {
  const links = ids.map((assetTypeId) => ({ companyId, zoneTypeId, assetTypeId }))
  const dropped = await prisma.zoneTypeAssetType.deleteMany({
    where: { companyId, zoneTypeId, assetTypeId: { notIn: [...ids] } },
  })
  const added = await prisma.zoneTypeAssetType.createMany({ data: links, skipDuplicates: true })
  return dropped.count + added.count > 0
}
