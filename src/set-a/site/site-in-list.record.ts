import { nullable } from '../../http/field-type.js'
import { inlineRecord, recordType } from '../../http/record.js'
import { clientInList } from '../client/client.record.js'
import { imageUrl, integer, nullableInteger, nullableText, statusOf, text } from '../field-types.js'

/** The specification has these fields in another order than in other lists. */
const riskOfSite = inlineRecord('Risk', {
  level: [text, 'level'],
  value: [integer, 'value'],
  id: [integer, 'id'],
})

/** Set A, one of the two REST APIs: site, list form. */
// prettier-ignore
export const siteInList = recordType('SiteInList', 'Site', {
  id:              [integer,              'id'],
  name:            [text,                 'name'],
  client_id:       [integer,              'clientId'],
  logo:            [nullableText,         'logo'],
  risk_id:         [nullableInteger,      'riskId'],
  zones_count:     [integer,              'zonesCount'],
  assets_count:    [integer,              'assetsCount'],
  open_jobs_count: [integer,              'openJobsCount'],
  logo_url:        [imageUrl,             'logo'],
  client:          [clientInList,         'client'],
  current_status:  [statusOf('Site'),     'id'],
  risk:            [nullable(riskOfSite), 'risk'],
})
