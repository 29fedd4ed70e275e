import type { Call, Headers, Transcribe } from './recorder.js'

const HOUR = 3600

/** All twenty-four operations of Set B, in the specification's order. */
const transcribe: Transcribe = async (recorder, { users, apiKeys }) => {
  const ofRole = (wanted: string) =>
    users.find(({ company, role }) => company === 'harbour' && role === wanted)
  const { username, password } = ofRole('admin') ?? {}
  recorder.hide(apiKeys.harbour, '<API_KEY>')

  let headers: Headers = { 'x-api-key': apiKeys.harbour }
  const call = async (title: string, path: string, more: Partial<Call> = {}) =>
    (await recorder.call({ title, path, headers, ...more })) as Response
  const paged = (url: string, size = 2) =>
    `${url}${url.includes('?') ? '&' : '?'}pageSize=${size}&pageIndex=0`
  const list = (title: string, url: string) => call(title, paged(url))
  const find = async (url: string, is = (_record: Response) => true) => {
    const { data } = (await recorder.read(paged(url, 1000), headers)) as Response
    const found = data.find(is)
    if (!found) throw new Error(`expected a record in ${url}, found none`)
    return found
  }

  const login = { json: { username, password } }
  const { accessToken } = await call('B1. Log in', '/api/authentication/login', login)
  headers = { ...headers, 'x-api-token': accessToken }

  const site = await find('/v1/sites')
  const zone = await find(`/v1/zones?id=${site.id}`)
  const asset = await find('/v1/assets')
  const assetType = await find('/v1/asset-types')
  const jobType = await find('/v1/job-types')
  const zoneType = await find('/v1/zone-types')
  const technician = await find(
    '/v1/users',
    ({ email }) => email === ofRole('technician')?.username,
  )

  await list('B2. List job types', '/v1/job-types')
  const startAt = (Math.ceil(Date.now() / 1000 / HOUR) + 24) * HOUR
  const newJob = {
    startAt,
    endAt: startAt + 2 * HOUR,
    jobTypeId: jobType.id,
    siteId: site.id,
    technicianId: technician.id,
    reference: 'PO-1045',
    requiresSignature: true,
    zoneIds: [zone.id],
    instructions: 'Report to the gatehouse.',
  }
  const job = await call('B3. Create job', '/v1/jobs', { json: newJob, status: 201 })
  await list('B4. List jobs', `/v1/jobs?id=${site.id}`)
  await call('B5. Read job', `/v1/jobs/${job.id}`)
  await call('B6. Read user', `/v1/users/${technician.id}`)
  await list('B7. List users', '/v1/users')
  await call('B8. Read asset', `/v1/assets/${asset.id}`)
  await list('B9. List assets', '/v1/assets')
  const assetChange = { id: asset.id, riskLevel: 'critical' }
  await call('B10. Update asset', '/v1/assets', { method: 'PATCH', json: assetChange })
  const newAsset = {
    assetTypeId: assetType.id,
    zoneId: zone.id,
    riskLevel: 'High',
    metaData: valuesOf(assetType.customFields),
  }
  await call('B11. Create asset', '/v1/assets', { json: newAsset, status: 201 })
  await list('B12. List asset types', '/v1/asset-types')
  await call('B13. Read asset type', `/v1/asset-types/${assetType.id}`)
  await call('B14. Read site', `/v1/sites/${site.id}`)
  await list('B15. List sites', '/v1/sites')
  const siteChange = { id: site.id, failureThreshold: 4, vatNumber: null }
  await call('B16. Update site', '/v1/sites', { method: 'PUT', json: siteChange })
  const newSite = {
    address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
    clientId: site.clientId,
    failureThreshold: 3,
    name: 'Leith Quay',
    siteManagerUserId: technician.id,
  }
  await call('B17. Create site', '/v1/sites', { json: newSite, status: 201 })
  await call('B18. Read zone type', `/v1/zone-types/${zoneType.id}`)
  await list('B19. List zone types', '/v1/zone-types')
  await list('B20. List zones', `/v1/zones?id=${site.id}`)
  const newZone = { name: 'Pump room', siteId: site.id, typeId: zoneType.id }
  await call('B21. Create zone', '/v1/zones', { json: newZone, status: 201 })
  await call('B22. Read zone', `/v1/zones/${zone.id}`)
  await call('B23. Read client', `/v1/clients/${site.clientId}`)
  await list('B24. List clients', '/v1/clients')

  const invalid = { id: site.id, failureThreshold: 0, name: null }
  await call('An error', '/v1/sites', { method: 'PATCH', json: invalid, status: 400 })
}

/** The fields of responses that later calls need. */
interface Response {
  readonly id: string
  readonly accessToken: string
  readonly clientId: string
  readonly email: string
  readonly customFields: readonly CustomField[]
  readonly data: readonly Response[]
}

interface CustomField {
  readonly fieldId: string
  readonly label: string
  readonly options: readonly string[]
}

/** The values of custom fields without options. */
const values: Readonly<Record<string, string>> = {
  'Serial number': 'EX-204171',
  Manufactured: '2024-03-15',
}

/** A value for each custom field. */
const valuesOf = (fields: readonly CustomField[]) =>
  fields.map(({ fieldId, label, options }) => ({
    id: fieldId,
    value: options[0] ?? values[label] ?? '12',
  }))

export default transcribe
