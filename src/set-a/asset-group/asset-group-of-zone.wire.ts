import type { z } from 'zod'
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

/** Set A: Zone, `type`. */
export const AssetGroupOfZone = record('AssetGroupOfZone', {
  id: integer,
  description: text,
  created_at: timestamp,
  updated_at: timestamp,
  risk_id: nullableInteger,
  company_id: integer,
  deleted_at: nullableTimestamp,
  risk: Risk.nullable(),
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
export const assetGroupOfZoneFields = { ...columns, risk: { of: 'risk', select: riskFields } }
export type AssetGroupOfZoneRow = Row<'ZoneType', typeof columns> & {
  readonly risk: RiskRow | null
}

export const presentAssetGroupOfZone = (
  group: AssetGroupOfZoneRow,
): z.output<typeof AssetGroupOfZone> => ({
  id: group.id,
  description: group.description,
  created_at: writeTimestamp(group.createdAt),
  updated_at: writeTimestamp(group.updatedAt),
  risk_id: group.riskId,
  company_id: group.companyId,
  deleted_at: writeNullableTimestamp(group.deletedAt),
  risk: group.risk && presentRisk(group.risk),
})
