import type { RecordedRequest, Transcribe } from './recorder.js'

const HOUR = 3600

/** Calls the twenty-four operations of Set B in the specification's order. */
const transcribe: Transcribe = async (recorder, { users, apiKeys }) => {
  const ofRole = (wanted: string) =>
    users.find(({ company, role }) => company === 'harbour' && role === wanted)
  const { username, password } = ofRole('admin') ?? {}
  recorder.hide(apiKeys.harbour, '<API_KEY>')

  let headers: Record<string, string> = { 'x-api-key': apiKeys.harbour }
  const send = async (title: string, target: string, more: Partial<RecordedRequest> = {}) => {
    const [method, url = ''] = target.split(' ')
    const request = { title, method: method as RecordedRequest['method'], url, headers, ...more }
    return (await recorder.send(request)) as Response
  }
  const paged = (url: string, size = 2) =>
    `${url}${url.includes('?') ? '&' : '?'}pageSize=${size}&pageIndex=0`
  const list = (title: string, url: string) => send(title, `GET ${paged(url)}`)
  const requireRecord = async (url: string, matches = (_record: Response) => true) => {
    const { data } = (await recorder.sendUnrecorded(paged(url, 1000), headers)) as Response
    const found = data.find(matches)
    if (!found) throw new Error(`expected a record in ${url}, got none`)
    return found
  }

  const login = { body: { username, password } }
  const { accessToken } = await send('B1. Log in', 'POST /api/authentication/login', login)
  headers = { ...headers, 'x-api-token': accessToken }

  const site = await requireRecord('/v1/sites')
  const zone = await requireRecord(`/v1/zones?id=${site.id}`)
  const asset = await requireRecord('/v1/assets')
  const assetType = await requireRecord('/v1/asset-types')
  const jobType = await requireRecord('/v1/job-types')
  const zoneType = await requireRecord('/v1/zone-types')
  const technician = await requireRecord(
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
  const job = await send('B3. Create job', 'POST /v1/jobs', { body: newJob, status: 201 })
  await list('B4. List jobs', `/v1/jobs?id=${site.id}`)
  await send('B5. Read job', `GET /v1/jobs/${job.id}`)
  await send('B6. Read user', `GET /v1/users/${technician.id}`)
  await list('B7. List users', '/v1/users')
  await send('B8. Read asset', `GET /v1/assets/${asset.id}`)
  await list('B9. List assets', '/v1/assets')
  const assetChange = { id: asset.id, riskLevel: 'critical' }
  await send('B10. Update asset', 'PATCH /v1/assets', { body: assetChange })
  const newAsset = {
    assetTypeId: assetType.id,
    zoneId: zone.id,
    riskLevel: 'High',
    metaData: valuesOf(assetType.customFields),
  }
  await send('B11. Create asset', 'POST /v1/assets', { body: newAsset, status: 201 })
  await list('B12. List asset types', '/v1/asset-types')
  await send('B13. Read asset type', `GET /v1/asset-types/${assetType.id}`)
  await send('B14. Read site', `GET /v1/sites/${site.id}`)
  await list('B15. List sites', '/v1/sites')
  const siteChange = { id: site.id, failureThreshold: 4, vatNumber: null }
  await send('B16. Update site', 'PUT /v1/sites', { body: siteChange })
  const newSite = {
    address: { city: 'Leith', region: 'Lothian', street: '1 Quay', timezone: 'Europe/London' },
    clientId: site.clientId,
    failureThreshold: 3,
    name: 'Leith Quay',
    siteManagerUserId: technician.id,
  }
  await send('B17. Create site', 'POST /v1/sites', { body: newSite, status: 201 })
  await send('B18. Read zone type', `GET /v1/zone-types/${zoneType.id}`)
  await list('B19. List zone types', '/v1/zone-types')
  await list('B20. List zones', `/v1/zones?id=${site.id}`)
  const newZone = { name: 'Pump room', siteId: site.id, typeId: zoneType.id }
  await send('B21. Create zone', 'POST /v1/zones', { body: newZone, status: 201 })
  await send('B22. Read zone', `GET /v1/zones/${zone.id}`)
  await send('B23. Read client', `GET /v1/clients/${site.clientId}`)
  await list('B24. List clients', '/v1/clients')

  const wrong = { id: site.id, failureThreshold: 0, name: null }
  await send('A refusal', 'PATCH /v1/sites', { body: wrong, status: 400 })
}

/** The fields of responses that later requests use. */
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
  readonly options: readonly string[]
}

/** A value for each custom field. */
const valuesOf = (fields: readonly CustomField[]) =>
  fields.map(({ fieldId, options }) => ({ id: fieldId, value: options[0] ?? '12' }))

export default transcribe
