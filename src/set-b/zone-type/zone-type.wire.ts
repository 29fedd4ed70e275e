import { riskLevel, text, unset, uuid } from '../fields.js'
import { recordType } from '../record.js'

/** Specification, Set B: Zone type. */
// prettier-ignore
export const zoneType = recordType('ZoneType', 'ZoneType', {
  id:          [uuid,             'uuid'],
  description: [text,             'description'],
  riskLevel:   [unset(riskLevel), 'risk.level'],
})
