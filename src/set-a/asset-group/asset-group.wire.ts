import { z } from 'zod'
import {
  type AssetTypeRow,
  assetTypeShape,
  presentAssetType,
} from '../asset-type/asset-type.wire.js'
import {
  presentRiskInList,
  RiskInList,
  riskInListFields,
  type RiskInListRow,
} from '../risk/risk.wire.js'
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
import { pivot, presentPivot } from './pivot.wire.js'

export const AssetTypeOfGroup = record('AssetTypeOfGroup', { ...assetTypeShape, pivot })

/** Set A: Asset group, which the domain calls the type of a zone. */
export const AssetGroup = record('AssetGroup', {
  id: integer,
  description: text,
  created_at: timestamp,
  updated_at: timestamp,
  risk_id: nullableInteger,
  company_id: integer,
  deleted_at: nullableTimestamp,
  zones_count: integer,
  asset_types_count: integer,
  risk: RiskInList.nullable(),
  asset_types: z.array(AssetTypeOfGroup),
})

const columns = fields(
  'id',
  'description',
  'createdAt',
  'updatedAt',
  'riskId',
  'companyId',
  'deletedAt',
)
const counts = fields('zonesCount', 'assetTypesCount')
export const assetGroupFields = {
  ...columns,
  ...counts,
  risk: { of: 'risk', select: riskInListFields },
}
export type AssetGroupRow = Row<'ZoneType', typeof columns> &
  Readonly<Record<keyof typeof counts, number>> & { readonly risk: RiskInListRow | null }

export const presentAssetGroup = (
  group: AssetGroupRow,
  assetTypes: readonly AssetTypeRow[],
): z.output<typeof AssetGroup> => ({
  id: group.id,
  description: group.description,
  created_at: writeTimestamp(group.createdAt),
  updated_at: writeTimestamp(group.updatedAt),
  risk_id: group.riskId,
  company_id: group.companyId,
  deleted_at: writeNullableTimestamp(group.deletedAt),
  zones_count: group.zonesCount,
  asset_types_count: group.assetTypesCount,
  risk: group.risk && presentRiskInList(group.risk),
  asset_types: assetTypes.map((type) => ({
    ...presentAssetType(type),
    pivot: presentPivot(group.id, type.id),
  })),
})
