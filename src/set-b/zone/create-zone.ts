import { createZone } from '../../domain/zone/create-zone.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { demoIds } from '../demo-ids.js'
import { NewZoneBody } from './zone.body.js'
import { zone } from './zone.record.js'

export const createZoneOperation = operation(
  {
    description: 'Adds a zone to a site. For admins.',
    status: 201,
    body: NewZoneBody,
    example: { body: { name: 'Pump room', siteId: demoIds.site, typeId: demoIds.zoneType } },
    dryRun: true,
    answer: zone.schema,
  },
  (domain, { body }) => writeRecord(domain, zone, (tx) => createZone(tx, body)),
)
