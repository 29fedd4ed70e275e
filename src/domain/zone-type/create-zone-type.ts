import type { Created, Domain, RecordKey } from '../domain.js'
import { createRecord } from '../record/create-record.js'
import { lockReferences } from '../record/lock-reference.js'
import { riskIdOf } from '../risk/risk.js'

export interface NewZoneType {
  readonly name: string
  readonly riskLevel?: string | null | undefined
  /** The types of the assets that zones of this type should have. */
  readonly assetTypeIds?: readonly RecordKey[] | null | undefined
}

export const createZoneType = (domain: Domain, input: NewZoneType): Promise<Created> =>
  createRecord(domain, 'ZoneType', async (tx, errors) => {
    const description = errors.text('name', input.name)
    const riskId = riskIdOf(errors, input.riskLevel)
    const keys = input.assetTypeIds ?? []
    const types = await lockReferences(tx, errors, 'assetTypeIds', 'AssetType', keys)
    const links = { createMany: { data: types.map(({ id }) => ({ assetTypeId: id })) } }
    return { description, riskId, zoneTypeAssetTypes: links }
  })
