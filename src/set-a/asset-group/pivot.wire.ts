import { z } from 'zod'
import { integer } from '../wire.js'

/** Set A: Asset group, `pivot`: what joins an asset group and an asset type. */
export const pivot = z.strictObject({ zone_type_id: integer, asset_type_id: integer })

export const presentPivot = (zoneTypeId: number, assetTypeId: number): z.output<typeof pivot> => ({
  zone_type_id: zoneTypeId,
  asset_type_id: assetTypeId,
})
