import type { z } from 'zod'
import {
  AssetGroupOfZone,
  type AssetGroupOfZoneRow,
  assetGroupOfZoneFields,
  presentAssetGroupOfZone,
} from '../asset-group/asset-group-of-zone.wire.js'
import { fields, type Row } from '../select.js'
import {
  integer,
  nullableTimestamp,
  record,
  text,
  timestamp,
  uuid,
  writeNullableTimestamp,
  writeTimestamp,
} from '../wire.js'

const shape = {
  id: integer,
  source_uuid: uuid,
  name: text,
  site_id: integer,
  user_id: integer,
  created_at: timestamp,
  updated_at: timestamp,
  deleted_at: nullableTimestamp,
  size: integer.describe('Floor area in whole square metres.'),
  type_id: integer,
}

/** Set A: Zone. */
export const Zone = record('Zone', shape)

export const zoneFields = fields(
  'id',
  'uuid',
  'name',
  'siteId',
  'userId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'size',
  'typeId',
)
export type ZoneRow = Row<'Zone', typeof zoneFields>

export const presentZone = (zone: ZoneRow): z.output<typeof Zone> => ({
  id: zone.id,
  source_uuid: zone.uuid,
  name: zone.name,
  site_id: zone.siteId,
  user_id: zone.userId,
  created_at: writeTimestamp(zone.createdAt),
  updated_at: writeTimestamp(zone.updatedAt),
  deleted_at: writeNullableTimestamp(zone.deletedAt),
  size: zone.size,
  type_id: zone.typeId,
})

/** Set A: Zone, as the list of a site's zones shows it. */
export const ZoneInList = record('ZoneInList', {
  ...shape,
  assets_count: integer,
  type: AssetGroupOfZone,
})

export const zoneInListFields = {
  ...zoneFields,
  assetsCount: 'assetsCount',
  type: { of: 'type', select: assetGroupOfZoneFields },
}
export type ZoneInListRow = ZoneRow & {
  readonly assetsCount: number
  readonly type: AssetGroupOfZoneRow
}

export const presentZoneInList = (zone: ZoneInListRow): z.output<typeof ZoneInList> => ({
  ...presentZone(zone),
  assets_count: zone.assetsCount,
  type: presentAssetGroupOfZone(zone.type),
})
