import type { RestRequest } from '../support/rest.js'
import { PASSWORD } from '../support/builders.js'
import type { PopulatedCompany } from '../support/populated-company.js'

/** The body of a request for a token with the admin's password. */
export const passwordGrant = ({
  oauthClient,
  users,
}: Pick<PopulatedCompany, 'oauthClient' | 'users'>) => ({
  grant_type: 'password',
  ...oauthClient,
  username: users.admin.email,
  password: PASSWORD,
})

/** The body that creates a job. */
export const jobBody = ({ site, jobType, users }: PopulatedCompany) => ({
  site_id: site.id,
  job_type_id: jobType.id,
  technician_id: users.technician.id,
  start_date: '2035-06-01',
  end_date: '2035-06-02',
  start_time: '09:00:00',
  end_time: '17:30:00',
  requires_signature: true,
  reference: 'R-1',
  special_instructions: 'Ring twice.',
})

/** The body that creates an asset. */
export const assetBody = ({ zone, assetType, field }: PopulatedCompany) => ({
  zone_id: zone.id,
  asset_type_id: assetType.id,
  meta_data: { [field.fieldId]: 'Red' },
})

/** For each operation, a request that succeeds. */
const requests: Readonly<Record<string, (company: PopulatedCompany) => RestRequest>> = {
  'Obtain token': (company) => ({ body: passwordGrant(company) }),
  'Create job': (company) => ({ body: jobBody(company) }),
  'List job types': () => ({}),
  'Onboard asset': (company) => ({ body: assetBody(company) }),
  'List assets': () => ({}),
  'List asset types': () => ({}),
  'List asset groups': () => ({}),
  'List sites': () => ({}),
  'List zones of a site': () => ({}),
  'List users': () => ({}),
}

/** A successful request of an operation. */
export function requestOf(
  name: string,
  path: string,
  company: PopulatedCompany,
): RestRequest & { path: string } {
  const request = requests[name]
  if (!request) throw new Error(`expected a request for ${name}, found none`)
  return { ...request(company), path: path.replace('{site}', String(company.site.id)) }
}
