import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Demo } from '../../src/demo/demo-file.js'
import { pdf } from '../../src/demo/generate/files.js'
import { type Command, CurlRecorder as Recorder } from './curl-recorder.js'

export { Recorder }

const DAY_MS = 86_400_000

/** Calls the ten operations of Set A in the specification's order. */
export default async function transcribe(recorder: Recorder, demo: Demo): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'transcripts-'))
  try {
    await writeFile(join(folder, 'method-statement.pdf'), pdf('Method statement'))
    await callOperations(recorder, demo, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function callOperations(recorder: Recorder, { users, oauthClient }: Demo, folder: string) {
  const { username, password } =
    users.find(({ company, role }) => company === 'harbour' && role === 'admin') ?? {}
  let authorization: readonly string[][] = []
  const send = async (title: string, path: string, more: Partial<Command> = {}) => {
    const options = [...authorization, ...(more.options ?? [])]
    return (await recorder.send({ title, path, ...more, options }, folder)) as Response
  }
  const get = (title: string, path: string) => send(title, path)
  const post = (title: string, path: string, body: object, status = 201) =>
    send(title, path, { options: json(body), status })

  const client = { client_id: oauthClient.id, client_secret: oauthClient.secret }
  const grant = { grant_type: 'password', ...client, username, password }
  const { refresh_token } = await post('1. Obtain token', '/oauth/token', grant, 200)
  const refresh = Object.entries({ grant_type: 'refresh_token', ...client, refresh_token })
  const { access_token } = await send('Refresh a token, by a form', '/oauth/token', {
    options: refresh.map(([name, value]) => ['--data-urlencode', `${name}=${value}`]),
  })
  authorization = [['-H', `Authorization: Bearer ${access_token}`]]

  const read = async (path: string) => {
    const unrecorded = new Recorder(recorder.service)
    return (await unrecorded.send(
      { title: path, path, options: authorization },
      folder,
    )) as Response
  }
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
  await post('2. Create job', '/api/job', newJob)
  const form = Object.entries(newJob).map(([name, value]) => ['-F', `${name}=${value ?? ''}`])
  await send('Create job, with documents', '/api/job', {
    options: [...form, ['-F', 'documents[]=@method-statement.pdf']],
    status: 201,
  })
  await get('3. List job types', '/api/job-types/list')
  const type = types.find(({ custom_fields_object: fields }) => fields.some(isSerialNumber))
  const serialNumber = type?.custom_fields_object.find(isSerialNumber)
  await post('4. Onboard asset', '/api/asset', {
    zone_id: zone?.id,
    asset_type_id: type?.id,
    meta_data: { [serialNumber?.field_id ?? '']: 'SN-20417' },
  })
  await get('5. List assets', '/api/assets?search=%20fe&overdue=false&per_page=2&page=2')
  await get('6. List asset types', '/api/asset-types/list')
  await get('7. List asset groups', '/api/asset-groups?per_page=1')
  await get('8. List sites', '/api/sites?per_page=2')
  await get('9. List zones of a site', `/api/site/${site?.id ?? 0}/zones?per_page=2`)
  await get('10. List users', '/api/users?role=technician&per_page=2')
  await post('A refusal', '/api/job', { ...newJob, site_id: 'x', end_time: '24:00' }, 400)
}

const isSerialNumber = ({ label }: { label: string }) => label === 'Serial number'

const json = (body: object) => [
  ['-H', 'Content-Type: application/json'],
  ['-d', JSON.stringify(body, null, 2)],
]

/** The fields of responses that later requests use. */
interface Response {
  readonly id: number
  readonly access_token: string
  readonly refresh_token: string
  readonly custom_fields_object: readonly { field_id: string; label: string }[]
  readonly data: readonly Response[]
}
