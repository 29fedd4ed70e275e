import { createZone } from '../../domain/zone/create-zone.js'
import { operation } from '../../http/operation.js'
import { writeRecord } from '../../http/reader.js'
import { NewZoneBody } from './zone.body.js'
import { zone } from './zone.record.js'

export const createZoneOperation = operation(
  {
    summary: 'Adds a zone to a site. For admins.',
    status: 201,
    body: NewZoneBody,
    dryRun: true,
    answer: zone.schema,
  },
  (domain, { body }) => writeRecord(domain, zone, (tx) => createZone(tx, body)),
)
