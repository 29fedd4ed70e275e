import { z } from 'zod'
import {
  AssetType,
  assetTypeFields,
  type AssetTypeRow,
  presentAssetType,
} from '../asset-type/asset-type.wire.js'
import { Barcode, barcodeFields, type BarcodeRow, presentBarcode } from '../barcode/barcode.wire.js'
import { Company, companyFields, type CompanyRow, presentCompany } from '../company/company.wire.js'
import { presentRisk, Risk, riskFields, type RiskRow } from '../risk/risk.wire.js'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableInteger,
  record,
  status,
  statusOf,
  text,
  timestamp,
  uuid,
  writeTimestamp,
} from '../wire.js'
import { presentZone, Zone, zoneFields, type ZoneRow } from '../zone/zone.wire.js'

/** Set A: Asset, create response. */
export const Asset = record('Asset', {
  id: integer,
  code: text,
  scanned_code: text.describe("The barcode's `data`."),
  zone_id: integer,
  asset_type_id: integer,
  risk_id: nullableInteger,
  is_defective: z.boolean(),
  meta_data: z
    .record(z.string(), z.string())
    .describe("Values by the `field_id` of the type's custom fields."),
  source_uuid: uuid,
  company_id: integer,
  created_at: timestamp,
  updated_at: timestamp,
  company: Company,
  zone: Zone,
  risk: Risk.nullable(),
  current_status: status,
  type: AssetType,
  barcode: Barcode,
})

const columns = fields(
  'id',
  'code',
  'zoneId',
  'typeId',
  'riskId',
  'defective',
  'metaData',
  'uuid',
  'companyId',
  'createdAt',
  'updatedAt',
)
export const assetFields = {
  ...columns,
  company: { of: 'company', select: companyFields },
  zone: { of: 'zone', select: zoneFields },
  risk: { of: 'risk', select: riskFields },
  type: { of: 'type', select: assetTypeFields },
  barcode: { of: 'barcode', select: barcodeFields },
}
export type AssetRow = Row<'Asset', typeof columns> & {
  readonly company: CompanyRow
  readonly zone: ZoneRow
  readonly risk: RiskRow | null
  readonly type: AssetTypeRow
  readonly barcode: BarcodeRow
}

export const presentAsset = (asset: AssetRow): z.output<typeof Asset> => ({
  id: asset.id,
  code: asset.code,
  scanned_code: asset.barcode.data,
  zone_id: asset.zoneId,
  asset_type_id: asset.typeId,
  risk_id: asset.riskId,
  is_defective: asset.defective,
  meta_data: asset.metaData as Record<string, string>,
  source_uuid: asset.uuid,
  company_id: asset.companyId,
  created_at: writeTimestamp(asset.createdAt),
  updated_at: writeTimestamp(asset.updatedAt),
  company: presentCompany(asset.company),
  zone: presentZone(asset.zone),
  risk: asset.risk && presentRisk(asset.risk),
  current_status: statusOf('Asset', asset.id),
  type: presentAssetType(asset.type),
  barcode: presentBarcode(asset.barcode),
})
