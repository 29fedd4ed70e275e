import { nullable } from '../../http/field-type.js'
import { inlineRecord, recordType } from '../../http/record.js'
import { boolean, integer, microseconds, nullableText, text } from '../field-types.js'
import { profile } from './profile.record.js'

/** Set A, one of the two REST APIs: user. */
// prettier-ignore
export const user = recordType('User', 'User', {
  id:               [integer,                'id'],
  name:             [text,                   'firstName'],
  last_name:        [text,                   'lastName'],
  email:            [text,                   'email'],
  active:           [boolean,                'active'],
  created_at:       [microseconds,           'createdAt'],
  updated_at:       [microseconds,           'updatedAt'],
  phone_number:     [nullableText,           'phoneNumber'],
  deleted_at:       [nullable(microseconds), 'deletedAt'],
  app_needs_update: [boolean,                'appNeedsUpdate'],
  timezone:         [text,                   'timezone', 'An IANA time zone.'],
  full_name:        [text,                   'fullName'],
  profile:          [nullable(profile),      'profile'],
})

const pivot = inlineRecord('User', {
  company_id: [integer, 'companyId'],
  user_id: [integer, 'id'],
})

/** Set A, one of the two REST APIs: user, in the list of users. */
// prettier-ignore
export const userInList = recordType('UserInList', 'User', {
  ...user.fields,
  sites_count:          [integer, 'sitesCount'],
  inspections_count:    [integer, 'inspectionsCount'],
  technical_jobs_count: [integer, 'technicalJobsCount'],
  pivot:                [pivot,   'self'],
})
