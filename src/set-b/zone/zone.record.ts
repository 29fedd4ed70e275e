import { recordType } from '../../http/record.js'
import { epochSeconds, text, uuid } from '../field-types.js'

/** Set B, one of the two REST APIs: zone. */
// prettier-ignore
export const zone = recordType('Zone', 'Zone', {
  id:        [uuid,         'uuid'],
  name:      [text,         'name'],
  siteId:    [uuid,         'site.uuid'],
  typeId:    [uuid,         'type.uuid',      'The zone type.'],
  userId:    [uuid,         'createdBy.uuid', 'The user who created the record.'],
  createdAt: [epochSeconds, 'createdAt'],
  updatedAt: [epochSeconds, 'updatedAt'],
})
