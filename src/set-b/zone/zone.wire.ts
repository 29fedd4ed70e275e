import { z } from 'zod'
import { epochSeconds, text, uuid } from '../fields.js'
import { recordType } from '../record.js'

/** Specification, Set B: Zone. */
// prettier-ignore
export const zone = recordType('Zone', 'Zone', {
  id:        [uuid,         'uuid'],
  name:      [text,         'name'],
  siteId:    [uuid,         'site.uuid'],
  typeId:    [uuid,         'type.uuid',      'The zone type.'],
  userId:    [uuid,         'createdBy.uuid', 'Who created the record.'],
  createdAt: [epochSeconds, 'createdAt'],
  updatedAt: [epochSeconds, 'updatedAt'],
})

/** Specification, B21. */
export const NewZoneBody = z
  .object({
    name: z.string(),
    siteId: z.uuid(),
    typeId: z.uuid().describe('The zone type.'),
  })
  .meta({ id: 'NewZone' })
