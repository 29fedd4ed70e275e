import { z } from 'zod'
import { constant } from '../../http/field-type.js'
import { recordType } from '../../http/record.js'
import { company } from '../company/company.record.js'
import { boolean, integer, nullableText, numericText, statusOf, timestamp } from '../field-types.js'
import { jobType } from '../job-type/job-type.record.js'
import { site } from '../site/site.record.js'
import { user } from '../user/user.record.js'
import { zone } from '../zone/zone.record.js'

const noSignature = constant(z.string().nullable(), null)
const noZones = constant(z.array(zone.schema), [])

const LOCAL = '`YYYY-MM-DD HH:MM:SS` in the local time of the site, as sent in the request.'

/**
 * Set A, one of the two REST APIs: job, create response. The operation replaces `start_date` and `end_date` with the
 * values of the request.
 */
// prettier-ignore
export const job = recordType('Job', 'Job', {
  id:                   [integer,         'id'],
  number:               [integer,         'number'],
  site_id:              [numericText,     'siteId'],
  technician_id:        [numericText,     'technicianId'],
  job_type_id:          [numericText,     'typeId'],
  user_id:              [integer,         'userId'],
  company_id:           [integer,         'companyId'],
  start_date:           [timestamp,       'scheduledStart', LOCAL],
  end_date:             [timestamp,       'scheduledEnd', LOCAL],
  allow_early_closure:  [boolean,         'allowEarlyClosure'],
  special_instructions: [nullableText,    'specialInstructions'],
  reference:            [nullableText,    'reference'],
  requires_signature:   [boolean,         'requiresSignature'],
  signature_url:        [noSignature,     'self'],
  total_minutes:        [integer,         'totalMinutes'],
  start_date_is_future: [boolean,         'startsInFuture'],
  created_at:           [timestamp,       'createdAt'],
  updated_at:           [timestamp,       'updatedAt'],
  company:              [company,         'company'],
  site:                 [site,            'site'],
  type:                 [jobType,         'type'],
  current_status:       [statusOf('Job'), 'id'],
  zones:                [noZones,         'self'],
  technician:           [user,            'technician'],
  user:                 [user,            'createdBy'],
})
