import { list } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { client } from '../client/client.record.js'
import {
  boolean,
  imageUrl,
  integer,
  nullableInteger,
  nullableText,
  nullableTimestamp,
  text,
  timestamp,
} from '../field-types.js'
import { zone } from '../zone/zone.record.js'

/** Set A, one of the two REST APIs: site, full form. */
// prettier-ignore
export const site = recordType('Site', 'Site', {
  id:                  [integer,           'id'],
  name:                [text,              'name'],
  legal_name:          [nullableText,      'legalName'],
  registration_number: [nullableText,      'registrationNumber'],
  vat_number:          [nullableText,      'vatNumber'],
  client_id:           [integer,           'clientId'],
  user_id:             [integer,           'userId'],
  created_at:          [timestamp,         'createdAt'],
  updated_at:          [timestamp,         'updatedAt'],
  logo:                [nullableText,      'logo'],
  risk_id:             [nullableInteger,   'riskId'],
  deleted_at:          [nullableTimestamp, 'deletedAt'],
  failure_threshold:   [integer,           'failureThreshold'],
  is_failing:          [boolean,           'failing'],
  company_id:          [integer,           'companyId'],
  logo_url:            [imageUrl,          'logo'],
  zones:               [list(zone),        'zones'],
  client:              [client,            'client'],
})
