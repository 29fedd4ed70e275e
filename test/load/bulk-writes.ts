import { openClient } from './client.js'
import { startDemoService } from './demo-service.js'

const CONNECTIONS = 10
const ROWS = 250
/** Rounds of each kind, in turn, so that both meet the same load of the machine. */
const ROUNDS = 4
const SINGLES = 250

const FIND =
  '{ assets(first: 1, filter: { statuses: [OK] }) { nodes { id type { id } zone { id } } } }'

type Client = ReturnType<typeof openClient>

/** Compares the rows per second of mutations of one record, on ten connections, and of bulk mutations, on one. */
export async function run(): Promise<void> {
  const service = await startDemoService(1)
  const client = openClient(service.address, CONNECTIONS)
  try {
    const token = await service.signIn('harbour', 'admin')
    const { data } = JSON.parse((await client.graphql(FIND, token)).body) as Found
    const [asset] = data.assets.nodes
    if (!asset) throw new Error('expected an asset, got none')
    const newAsset = { zoneId: asset.zone.id, typeId: asset.type.id }
    await compare(client, token, ['createAsset', 'CreateAssetInput', 'asset'], newAsset)
    const inspection = { assetId: asset.id, outcome: 'PASSED' }
    await compare(
      client,
      token,
      ['recordInspection', 'RecordInspectionInput', 'inspection'],
      inspection,
    )
  } finally {
    client.close()
    await service.stop()
  }
}

interface Found {
  readonly data: {
    readonly assets: {
      readonly nodes: readonly { id: string; type: { id: string }; zone: { id: string } }[]
    }
  }
}

async function compare(
  client: Client,
  token: string,
  [name, type, field]: readonly [name: string, type: string, field: string],
  row: object,
): Promise<void> {
  const single = `mutation ($input: ${type}!) { ${name}(input: $input) { ${field} { id } userErrors { message } } }`
  const bulkType = type.replace('Input', 'sInput')
  const bulk = `mutation ($input: ${bulkType}!) { ${name}s(input: $input) { ${field}s { id } userErrors { message } } }`
  const send = async (document: string, input: object) => {
    const { status, body } = await client.graphql(document, token, { input })
    if (status !== 200 || !body.includes('"userErrors":[]')) throw new Error(body.slice(0, 500))
  }
  const rows = Array.from({ length: ROWS }, () => row)
  await send(single, row)
  await send(bulk, { rows })
  const ms = { single: 0, bulk: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    ms.single += await timed(() => onEach(CONNECTIONS, SINGLES, () => send(single, row)))
    ms.bulk += await timed(() => send(bulk, { rows }))
  }
  const singles = (ROUNDS * SINGLES * 1000) / ms.single
  const inBulk = (ROUNDS * ROWS * 1000) / ms.bulk
  console.log(
    `${name}: ${singles.toFixed(0)}/s on ${CONNECTIONS} connections; in bulk ${inBulk.toFixed(0)} rows/s, ${(inBulk / singles).toFixed(1)} times as many`,
  )
}

/** Calls `work` `count` times, on several connections at a time. */
async function onEach(connections: number, count: number, work: () => Promise<void>) {
  let left = count
  const loop = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
