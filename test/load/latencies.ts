import type { Client } from './client.js'

/** A service with the demo, and the token of one of its admins. */
export interface Side {
  readonly client: Client
  readonly token: string
}

interface Ids {
  readonly site: string
  readonly zones: readonly string[]
  readonly assetType: string
  readonly jobType: string
  readonly technician: string
  readonly asset: string
  /** Up to 100 assets. */
  readonly assets: readonly string[]
  /** An asset whose checklist asks only for yes or no, and the questions; undefined if there is none. */
  readonly answered: { readonly asset: string; readonly questions: readonly string[] } | undefined
}

const IDS = `{ sites(first: 1) { nodes { id zones(first: 2) { nodes { id } } } }
  assets(first: 100, filter: { not: { statuses: [DECOMMISSIONED] } }) { nodes { id type { checklist { sections { questions { questionId kind } } } } } }
  assetTypes(last: 50) { nodes { id customFields { required } } } jobTypes(first: 1) { nodes { id } }
  users(first: 1, filter: { roles: [TECHNICIAN], active: true }) { nodes { id } } }`

/** The rows of the mutation that creates several assets. */
const ROWS = 250

const ask = (query: string) => () => ({ query, variables: {} })
/** A mutation with one input. `turn` counts the rounds, so that each one changes something. */
const write =
  (name: string, payload: string, input: (ids: Ids, turn: number) => object) =>
  (ids: Ids, turn: number) => ({
    query: `mutation ($input: ${name[0]!.toUpperCase()}${name.slice(1)}Input!) {
      ${name}(input: $input) { ${payload} userErrors { message } } }`,
    variables: { input: input(ids, turn) },
  })

const answerYes = (questionId: string) => ({ questionId, value: 'YES' })

const asset = ({ zones: [zoneId], assetType: typeId }: Ids) => ({ zoneId, typeId })

const REQUESTS: Record<string, (ids: Ids, turn: number) => { query: string; variables: object }> = {
  'record by id': ({ asset }) => ({
    query: 'query ($id: ID!) { asset(id: $id) { id code zone { name } } }',
    variables: { id: asset },
  }),
  'page of 20': ask('{ assets(first: 20) { nodes { id code zone { name } type { name } } } }'),
  'nested lists': ask(
    `{ sites(first: 5) { nodes { name zones(first: 5) { nodes { name
       assets(first: 5) { nodes { code barcode { data } } } } } } } }`,
  ),
  statistics: ask(
    '{ company { stats { assets jobs sites } } assetStatistics(groupBy: [STATUS]) { nodes { status count } } }',
  ),
  createAsset: write('createAsset', 'asset { id code }', asset),
  updateAsset: write('updateAsset', 'asset { id zone { name } }', ({ asset, zones }, turn) => ({
    id: asset,
    zoneId: zones[turn % zones.length],
  })),
  createJob: write('createJob', 'job { id number }', ({ site, jobType, technician }) => ({
    siteId: site,
    jobTypeId: jobType,
    technicianId: technician,
    scheduledStart: '2031-01-01T08:00:00Z',
    scheduledEnd: '2031-01-01T10:00:00Z',
  })),
  recordInspection: write('recordInspection', 'inspection { id }', ({ asset }) => ({
    assetId: asset,
    outcome: 'PASSED',
  })),
  updateZone: write('updateZone', 'zone { id name }', ({ zones: [id] }, turn) => ({
    id,
    name: `Zone ${turn % 2}`,
  })),
  // After single writes: autovacuum reads the tables after many rows.
  [`createAssets, ${ROWS} rows`]: write('createAssets', 'assets { id }', (ids) => ({
    rows: Array.from({ length: ROWS }, () => asset(ids)),
  })),
  'updateAssets, 100 rows': write('updateAssets', 'assets { id }', ({ assets }, turn) => ({
    rows: assets.map((id) => ({ id, riskLevel: ['LOW', 'HIGH'][turn % 2] })),
  })),
  'recordInspections, 100 rows': write('recordInspections', 'inspections { id }', ({ assets }) => ({
    rows: assets.map((assetId) => ({ assetId, outcome: 'PASSED' })),
  })),
  // The last one: a worker thread of the service then makes the reports of these inspections.
  'recordInspection with answers': write(
    'recordInspection',
    'inspection { id }',
    ({ answered }) => ({
      assetId: answered?.asset,
      answers: answered?.questions.map(answerYes),
    }),
  ),
}

/**
 * The median time of each kind of request on each side, in milliseconds: one request after the other, the sides in turn. Throws
 * if a request fails.
 */
export async function compareLatencies(
  sides: Readonly<Record<string, Side>>,
  rounds: number,
): Promise<Record<string, Record<string, number>>> {
  const opened = new Map<string, Awaited<ReturnType<typeof openRequests>>>()
  for (const [name, side] of Object.entries(sides)) opened.set(name, await openRequests(side))
  const result: Record<string, Record<string, number>> = {}
  for (const name of Object.keys(REQUESTS)) {
    const times = Object.fromEntries(Object.keys(sides).map((side) => [side, [] as number[]]))
    const count = name.includes('rows') ? Math.ceil(rounds / 10) : rounds
    // The first requests open connections, and plan their statements.
    for (let turn = -Math.ceil(count / 5); turn < count; turn += 1)
      for (const [side, { send }] of opened) {
        const start = performance.now()
        await send(name, Math.abs(turn))
        if (turn >= 0) times[side]!.push(performance.now() - start)
      }
    result[name] = Object.fromEntries(
      Object.entries(times).map(([side, all]) => [side, median(all)]),
    )
  }
  return result
}

/** The kinds of requests to a side. `send` throws if a request fails. */
export async function openRequests({ client, token }: Side) {
  const ids = await findIds({ client, token })
  const send = async (name: string, turn: number): Promise<void> => {
    const { query, variables } = REQUESTS[name]!(ids, turn)
    const { body } = await client.graphql(query, token, variables)
    if (body.includes('"errors"') || body.includes('"message"'))
      throw new Error(`${name}: ${body.slice(0, 500)}`)
  }
  return { names: Object.keys(REQUESTS), send }
}

async function findIds({ client, token }: Side): Promise<Ids> {
  const { body } = await client.graphql(IDS, token)
  const { data } = JSON.parse(body)
  if (!data) throw new Error(`expected records of the demo, got ${body}`)
  const [site] = data.sites.nodes
  const assets: AssetWithQuestions[] = data.assets.nodes
  const answered = assets
    .map(({ id, type }) => ({ asset: id, asked: questionsOf(type) }))
    .find(({ asked }) => asked.length > 0 && asked.every(({ kind }) => kind === 'YES_NO'))
  return {
    site: site.id,
    zones: site.zones.nodes.map(({ id }: { id: string }) => id),
    asset: assets[0]!.id,
    assets: assets.map(({ id }) => id),
    answered: answered && {
      asset: answered.asset,
      questions: answered.asked.map(({ questionId }) => questionId),
    },
    assetType: data.assetTypes.nodes.find(hasNoRequiredField).id,
    jobType: data.jobTypes.nodes[0].id,
    technician: data.users.nodes[0].id,
  }
}

interface AssetWithQuestions {
  readonly id: string
  readonly type: TypeWithQuestions
}

interface TypeWithQuestions {
  readonly checklist: {
    readonly sections: readonly { readonly questions: readonly AskedQuestion[] }[]
  } | null
}

interface AskedQuestion {
  readonly questionId: string
  readonly kind: string
}

const questionsOf = ({ checklist }: TypeWithQuestions): AskedQuestion[] =>
  (checklist?.sections ?? []).flatMap(({ questions }) => questions)

interface AssetType {
  readonly customFields: readonly { readonly required: boolean }[]
}

const hasNoRequiredField = ({ customFields }: AssetType) =>
  !customFields.some(({ required }) => required)

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10
}
