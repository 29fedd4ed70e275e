import { openClient } from './client.js'
import { startDemoService } from './demo-service.js'

const CONNECTIONS = 10
const ROWS = 250
/** The number of rounds. Each has single and bulk mutations, so that changes of the machine's load affect both. */
const ROUNDS = 4
const SINGLES = 250

const FIND = `{
  assets(first: 1, filter: { statuses: [OK] }) { nodes { id type { id } zone { id } } }
  assetTypes(last: 1) { nodes { id } }
  sites(first: 1) { nodes { id } }
  jobTypes(first: 100) { nodes { id active } }
  users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { id } }
}`
const TIMES = { scheduledStart: '2030-01-07T09:00:00Z', scheduledEnd: '2030-01-07T11:00:00Z' }

type Client = ReturnType<typeof openClient>

/** Compares the rows per second of mutations of one record, on ten connections, and of bulk mutations, on one. */
export async function run(): Promise<void> {
  const service = await startDemoService(1)
  const client = openClient(service.address, CONNECTIONS)
  try {
    const token = await service.signIn('harbour', 'admin')
    const { data } = JSON.parse((await client.graphql(FIND, token)).body) as Found
    const [asset] = data.assets.nodes
    const [assetType] = data.assetTypes.nodes
    const [site] = data.sites.nodes
    const [technician] = data.users.nodes
    const jobType = data.jobTypes.nodes.find(({ active }) => active)
    if (!asset || !assetType || !site || !technician || !jobType)
      throw new Error('expected records, got none')
    const newAsset = { zoneId: asset.zone.id, typeId: assetType.id }
    const assets = await compare(client, token, 'createAsset', copies(newAsset))
    const inspection = { assetId: asset.id, outcome: 'PASSED' }
    await compare(client, token, 'recordInspection', copies(inspection))
    const job = { siteId: site.id, jobTypeId: jobType.id, technicianId: technician.id }
    const jobs = await compare(client, token, 'createJob', copies({ ...job, ...TIMES }))
    const assetChange = { riskLevel: 'HIGH', zoneId: asset.zone.id }
    const assetRows = assets.map((id) => ({ id, ...assetChange }))
    await compare(client, token, 'updateAsset', assetRows)
    const jobChange = { reference: 'PO-17', technicianId: technician.id }
    const jobRows = jobs.map((id) => ({ id, ...jobChange }))
    await compare(client, token, 'updateJob', jobRows)
  } finally {
    client.close()
    await service.stop()
  }
}

type Nodes<Node = object> = { readonly nodes: readonly (Node & { readonly id: string })[] }

interface Found {
  readonly data: {
    readonly assets: Nodes<{ type: { id: string }; zone: { id: string } }>
    readonly assetTypes: Nodes
    readonly sites: Nodes
    readonly jobTypes: Nodes<{ active: boolean }>
    readonly users: Nodes
  }
}

const copies = (row: object) => Array.from({ length: ROWS }, () => row)

/** Compares a mutation of one record with that of many, and returns the ids of the records that the last call wrote. */
async function compare(
  client: Client,
  token: string,
  name: string,
  rows: readonly object[],
): Promise<string[]> {
  const type = name.charAt(0).toUpperCase() + name.slice(1)
  const field = name.replace(/^[a-z]+/, '').toLowerCase()
  const single = `mutation ($input: ${type}Input!) { ${name}(input: $input) { ${field} { id } userErrors { message } } }`
  const bulk = `mutation ($input: ${type}sInput!) { ${name}s(input: $input) { ${field}s { id } userErrors { message } } }`
  const send = async (document: string, input: object) => {
    const { status, body } = await client.graphql(document, token, { input })
    if (status !== 200 || !body.includes('"userErrors":[]')) throw new Error(body.slice(0, 500))
    return body
  }
  let next = 0
  const sendSingle = () => send(single, rows[next++ % rows.length] ?? {})
  await sendSingle()
  await send(bulk, { rows })
  let last = ''
  const ms = { single: 0, bulk: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    ms.single += await timed(() => onEach(CONNECTIONS, SINGLES, sendSingle))
    ms.bulk += await timed(async () => (last = await send(bulk, { rows })))
  }
  const singles = (ROUNDS * SINGLES * 1000) / ms.single
  const inBulk = (ROUNDS * ROWS * 1000) / ms.bulk
  console.log(
    `${name}: ${singles.toFixed(0)}/s on ${CONNECTIONS} connections; in bulk ${inBulk.toFixed(0)} rows/s, ${(inBulk / singles).toFixed(1)} times as many`,
  )
  return Array.from(last.matchAll(/"id":"([^"]+)"/g), ([, id]) => id ?? '')
}

/** Calls `work` `count` times, on several connections at a time. */
async function onEach(connections: number, count: number, work: () => Promise<unknown>) {
  let left = count
  const loop = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
