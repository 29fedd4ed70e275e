import { nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { boolean, epochSeconds, integer, riskLevel, text, uuid } from '../field-types.js'

/** Set B, one of the two REST APIs: site. */
// prettier-ignore
export const site = recordType('Site', 'Site', {
  id:                 [uuid,                'uuid'],
  clientId:           [uuid,                'client.uuid'],
  name:               [text,                'name'],
  legalName:          [nullable(text),      'legalName'],
  registrationNumber: [nullable(text),      'registrationNumber'],
  vatNumber:          [nullable(text),      'vatNumber'],
  riskLevel:          [nullable(riskLevel), 'risk.level'],
  siteManagerId:      [nullable(uuid),      'manager.uuid',     'The user who manages the site; `siteManagerUserId` in bodies.'],
  failing:            [boolean,             'failing',          'Whether at least `failureThreshold` of the site’s assets in use are defective.'],
  failureThreshold:   [integer,             'failureThreshold', 'The number of defective assets that makes the site failing.'],
  createdAt:          [epochSeconds,        'createdAt'],
  updatedAt:          [epochSeconds,        'updatedAt'],
})
