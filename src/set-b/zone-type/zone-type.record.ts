import { nullable } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { riskLevel, text, uuid } from '../field-types.js'

/** Specification, Set B: Zone type. */
// prettier-ignore
export const zoneType = recordType('ZoneType', 'ZoneType', {
  id:          [uuid,                'uuid'],
  description: [text,                'description'],
  riskLevel:   [nullable(riskLevel), 'risk.level'],
})
