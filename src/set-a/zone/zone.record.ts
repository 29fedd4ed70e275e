import { recordType } from '../../http/record.js'
import { assetGroupOfZone } from '../asset-group/asset-group.record.js'
import { integer, nullableTimestamp, text, timestamp, uuid } from '../field-types.js'

/** Set A, one of the two REST APIs: zone. */
// prettier-ignore
export const zone = recordType('Zone', 'Zone', {
  id:          [integer,           'id'],
  source_uuid: [uuid,              'uuid'],
  name:        [text,              'name'],
  site_id:     [integer,           'siteId'],
  user_id:     [integer,           'userId'],
  created_at:  [timestamp,         'createdAt'],
  updated_at:  [timestamp,         'updatedAt'],
  deleted_at:  [nullableTimestamp, 'deletedAt'],
  size:        [integer,           'size', 'Floor area in whole square metres.'],
  type_id:     [integer,           'typeId'],
})

/** Set A, one of the two REST APIs: zone, in the list of a site's zones. */
// prettier-ignore
export const zoneInList = recordType('ZoneInList', 'Zone', {
  ...zone.fields,
  assets_count: [integer,          'assetsCount'],
  type:         [assetGroupOfZone, 'type'],
})
