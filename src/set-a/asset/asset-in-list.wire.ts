import { z } from 'zod'
import { CustomField, presentCustomFields } from '../asset-type/custom-field.wire.js'
import {
  ClientInList,
  clientInListFields,
  type ClientInListRow,
  presentClientInList,
} from '../client/client.wire.js'
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
  nullableText,
  nullableTimestamp,
  record,
  text,
  writeImageUrl,
  writeNullableTimestamp,
} from '../wire.js'

/** Set A: Asset, list form. */
export const AssetInList = record('AssetInList', {
  id: integer,
  code: text,
  zone_id: integer,
  asset_type_id: integer,
  risk_id: nullableInteger,
  next_inspection: nullableTimestamp,
  documents_count: integer,
  current_status: z.strictObject({
    statusable_id: integer,
    value: z.enum(['ok', 'defective', 'overdue', 'decommissioned']),
  }),
  barcode: z.strictObject({ id: integer, data: text, asset_id: integer }).nullable(),
  risk: RiskInList.nullable(),
  type: z.strictObject({
    id: integer,
    name: text,
    custom_fields_object: z.array(CustomField),
  }),
  zone: z.strictObject({
    id: integer,
    site_id: integer,
    name: text,
    site: z.strictObject({
      id: integer,
      name: text,
      client_id: integer,
      logo_url: nullableText,
      client: ClientInList,
    }),
  }),
})

const columns = fields('id', 'code', 'zoneId', 'typeId', 'riskId', 'nextInspection')
const barcode = fields('id', 'data', 'assetId')
const type = fields('id', 'name', 'customFields')
const zone = fields('id', 'siteId', 'name')
const site = fields('id', 'name', 'clientId', 'logo')
const withClient = { ...site, client: { of: 'client', select: clientInListFields } }
export const assetInListFields = {
  ...columns,
  documentsCount: 'documentsCount',
  status: 'status',
  barcode: { of: 'barcode', select: barcode },
  risk: { of: 'risk', select: riskInListFields },
  type: { of: 'type', select: type },
  zone: { of: 'zone', select: { ...zone, site: { of: 'site', select: withClient } } },
}
export type AssetInListRow = Row<'Asset', typeof columns> & {
  readonly documentsCount: number
  readonly status: z.output<typeof AssetInList>['current_status']['value']
  readonly barcode: Row<'Barcode', typeof barcode> | null
  readonly risk: RiskInListRow | null
  readonly type: Row<'AssetType', typeof type>
  readonly zone: Row<'Zone', typeof zone> & {
    readonly site: Row<'Site', typeof site> & { readonly client: ClientInListRow }
  }
}

export const presentAssetInList = (asset: AssetInListRow): z.output<typeof AssetInList> => ({
  id: asset.id,
  code: asset.code,
  zone_id: asset.zoneId,
  asset_type_id: asset.typeId,
  risk_id: asset.riskId,
  next_inspection: writeNullableTimestamp(asset.nextInspection),
  documents_count: asset.documentsCount,
  current_status: { statusable_id: asset.id, value: asset.status },
  barcode: asset.barcode && {
    id: asset.barcode.id,
    data: asset.barcode.data,
    asset_id: asset.barcode.assetId,
  },
  risk: asset.risk && presentRiskInList(asset.risk),
  type: {
    id: asset.type.id,
    name: asset.type.name,
    custom_fields_object: presentCustomFields(asset.type.customFields),
  },
  zone: {
    id: asset.zone.id,
    site_id: asset.zone.siteId,
    name: asset.zone.name,
    site: {
      id: asset.zone.site.id,
      name: asset.zone.site.name,
      client_id: asset.zone.site.clientId,
      logo_url: writeImageUrl(asset.zone.site.logo),
      client: presentClientInList(asset.zone.site.client),
    },
  },
})
