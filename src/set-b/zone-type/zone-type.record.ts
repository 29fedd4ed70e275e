import { nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { riskLevel, text, uuid } from '../field-types.js'

/** Set B, one of the two REST APIs: zone type. */
// prettier-ignore
export const zoneType = recordType('ZoneType', 'ZoneType', {
  id:          [uuid,                'uuid'],
  description: [text,                'description'],
  riskLevel:   [nullable(riskLevel), 'risk.level'],
})
