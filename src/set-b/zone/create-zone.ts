import { createZone } from '../../domain/zone/create-zone.js'
import { operation } from '../../http/operation.js'
import { answerWritten } from '../read.js'
import { NewZoneBody, zone } from './zone.wire.js'

export const createZoneOperation = operation(
  {
    summary: 'Adds a zone to a site. For admins.',
    status: 201,
    body: NewZoneBody,
    answer: zone.schema,
  },
  (domain, { body }) => answerWritten(domain, zone, createZone(domain, body)),
)
