import type { Asking } from './ask.js'
import { passwordGrant, type World } from './world.js'

/** The body of a job in a world. */
export const jobBody = ({ siteId, jobTypeId, technicianId }: World) => ({
  site_id: siteId,
  job_type_id: jobTypeId,
  technician_id: technicianId,
  start_date: '2035-06-01',
  end_date: '2035-06-02',
  start_time: '09:00:00',
  end_time: '17:30:00',
  requires_signature: true,
  reference: 'R-1',
  special_instructions: 'Ring twice.',
})

/** The body of an asset in a world. */
export const assetBody = ({ zoneId, assetTypeId, fieldId }: World) => ({
  zone_id: zoneId,
  asset_type_id: assetTypeId,
  meta_data: { [fieldId]: 'Red' },
})

/** For each operation a request that succeeds in a world. */
const requests: Readonly<Record<string, (world: World) => Asking>> = {
  'Obtain token': (world) => ({ body: passwordGrant(world) }),
  'Create job': (world) => ({ body: jobBody(world) }),
  'List job types': () => ({}),
  'Onboard asset': (world) => ({ body: assetBody(world) }),
  'List assets': () => ({}),
  'List asset types': () => ({}),
  'List asset groups': () => ({}),
  'List sites': () => ({}),
  'List zones of a site': () => ({}),
  'List users': () => ({}),
}

/** A request of an operation that succeeds in a world. */
export function requestOf(name: string, path: string, world: World): Asking & { path: string } {
  const request = requests[name]
  if (!request) throw new Error(`expected a request for ${name}, found none`)
  return { ...request(world), path: path.replace('{site}', String(world.siteId)) }
}
