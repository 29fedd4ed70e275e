import { z } from 'zod'
import { pivot, presentPivot } from '../asset-group/pivot.wire.js'
import { presentRisk, Risk, riskFields, type RiskRow } from '../risk/risk.wire.js'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  nullableTimestamp,
  record,
  text,
  timestamp,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'
import {
  assetTypeFields,
  type AssetTypeRow,
  assetTypeShape,
  presentAssetType,
} from './asset-type.wire.js'

/** Set A: Asset type, each of `zone_types`: of which the specification does not say the fields. */
export const ZoneTypeOfAssetType = record('ZoneTypeOfAssetType', {
  id: integer,
  description: text,
  created_at: timestamp,
  updated_at: timestamp,
  risk_id: nullableInteger,
  company_id: integer,
  deleted_at: nullableTimestamp,
  pivot,
})

export const zoneTypeFields = fields(
  'id',
  'description',
  'createdAt',
  'updatedAt',
  'riskId',
  'companyId',
  'deletedAt',
)
export type ZoneTypeRow = Row<'ZoneType', typeof zoneTypeFields>

export const presentZoneTypeOfAssetType = (
  zoneType: ZoneTypeRow,
  assetTypeId: number,
): z.output<typeof ZoneTypeOfAssetType> => ({
  id: zoneType.id,
  description: zoneType.description,
  created_at: writeTimestamp(zoneType.createdAt),
  updated_at: writeTimestamp(zoneType.updatedAt),
  risk_id: zoneType.riskId,
  company_id: zoneType.companyId,
  deleted_at: writeNullableTimestamp(zoneType.deletedAt),
  pivot: presentPivot(zoneType.id, assetTypeId),
})

/** Set A: Asset type, list form. */
export const AssetTypeInList = record('AssetTypeInList', {
  ...assetTypeShape,
  risk: Risk.nullable(),
  zone_types: z.array(ZoneTypeOfAssetType),
})

export const assetTypeInListFields = {
  ...assetTypeFields,
  risk: { of: 'risk', select: riskFields },
}
export type AssetTypeInListRow = AssetTypeRow & { readonly risk: RiskRow | null }

export const presentAssetTypeInList = (
  type: AssetTypeInListRow,
  zoneTypes: readonly ZoneTypeRow[],
): z.output<typeof AssetTypeInList> => ({
  ...presentAssetType(type),
  risk: type.risk && presentRisk(type.risk),
  zone_types: zoneTypes.map((zoneType) => presentZoneTypeOfAssetType(zoneType, type.id)),
})
