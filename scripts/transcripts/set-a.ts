import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pdf } from '../../src/demo/generate/files.js'
import type { Call, Headers, Transcribe } from './recorder.js'

const DAY_MS = 86_400_000

/** All ten operations of Set A, in the specification's order. */
const transcribe: Transcribe = async (recorder, { users, oauthClient }) => {
  await writeFile(join(recorder.folder, 'method-statement.pdf'), pdf('Method statement'))
  const { username, password } =
    users.find(({ company, role }) => company === 'harbour' && role === 'admin') ?? {}
  let headers: Headers = {}
  const call = async (title: string, path: string, more: Partial<Call> = {}) =>
    (await recorder.call({ title, path, headers, ...more })) as Response
  const read = async (path: string) => (await recorder.read(path, headers)) as Response

  const client = { client_id: oauthClient.id, client_secret: oauthClient.secret }
  const grant = { grant_type: 'password', ...client, username, password }
  const { refresh_token } = await call('1. Obtain token', '/oauth/token', { json: grant })
  const { access_token } = await call('Refresh a token, by a form', '/oauth/token', {
    form: { grant_type: 'refresh_token', ...client, refresh_token },
  })
  headers = { Authorization: `Bearer ${access_token}` }

  const [site] = (await read('/api/sites')).data
  const [technician] = (await read('/api/users?role=technician')).data
  const [zone] = (await read(`/api/site/${site?.id ?? 0}/zones`)).data
  const types = (await read('/api/asset-types/list')) as unknown as readonly Response[]
  const jobTypes = (await read('/api/job-types/list')) as unknown as readonly Response[]

  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const newJob = {
    site_id: site?.id,
    job_type_id: jobTypes[0]?.id,
    technician_id: technician?.id,
    start_date: tomorrow,
    end_date: tomorrow,
    start_time: '09:00:00',
    end_time: '11:30:00',
    requires_signature: true,
    reference: 'PO-1045',
    special_instructions: 'Report to the gatehouse.',
  }
  await call('2. Create job', '/api/job', { json: newJob, status: 201 })
  const fields = Object.entries(newJob).map(([name, value]) => [name, String(value)] as const)
  await call('Create job, with documents', '/api/job', {
    multipart: [...fields, ['documents[]', '@method-statement.pdf']],
    status: 201,
  })
  await call('3. List job types', '/api/job-types/list')
  const type = types.find(({ custom_fields_object: fields }) => fields.some(isSerialNumber))
  const idOf = (wanted: string) =>
    type?.custom_fields_object.find(({ label }) => label === wanted)?.field_id ?? ''
  const newAsset = {
    zone_id: zone?.id,
    asset_type_id: type?.id,
    meta_data: { [idOf('Agent')]: 'CO2', [idOf('Serial number')]: 'EX-204171' },
  }
  await call('4. Onboard asset', '/api/asset', { json: newAsset, status: 201 })
  await call('5. List assets', '/api/assets?search=%20fe&overdue=false&per_page=2&page=2')
  await call('6. List asset types', '/api/asset-types/list')
  await call('7. List asset groups', '/api/asset-groups?per_page=1')
  await call('8. List sites', '/api/sites?per_page=2')
  await call('9. List zones of a site', `/api/site/${site?.id ?? 0}/zones?per_page=2`)
  await call('10. List users', '/api/users?role=technician&per_page=2')
  const invalid = { ...newJob, site_id: 'x', end_time: '24:00' }
  await call('An error', '/api/job', { json: invalid, status: 400 })
}

const isSerialNumber = ({ label }: { label: string }) => label === 'Serial number'

/** The fields of responses that later calls need. */
interface Response {
  readonly id: number
  readonly access_token: string
  readonly refresh_token: string
  readonly custom_fields_object: readonly { field_id: string; label: string }[]
  readonly data: readonly Response[]
}

export default transcribe
