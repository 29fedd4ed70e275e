import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { chargedMsOf } from '../support/metric-values.js'
import { rawRequest } from '../support/raw-request.js'
import { openServices, type ServiceProcess } from './service-process.js'
import { databaseThreadOf, processorTimeOf, slowness } from './processor-time.js'
import { paidSorts, type Sort, unpaidSorts } from './unpaid-sorts.js'

/** The processor time that requests of one sort took, and what they were charged, in milliseconds for each request. */
export interface WorkFigures {
  readonly sort: string
  readonly maxRatio: number
  readonly usedMs: number
  readonly chargedMs: number
  /** How much slower the machine was than that of the estimates. */
  readonly slowness: number
  /** The number of responses by status. */
  readonly statuses: Record<string, number>
}

/** How much more processor time a request may take than it is charged, on a processor like that of the estimates. */
const MAX_RATIO = 1.3
/** The same for requests that read the embedded database: threads that serve it and the service count in full. */
const MAX_RATIO_OF_USER = 2.5
/** The largest difference that does not matter, in milliseconds for each request. */
const NEGLIGIBLE_MS = 0.1

const ratioOf = ({ usedMs, chargedMs, slowness: factor }: WorkFigures) =>
  usedMs / (chargedMs * factor)

/** Whether requests of a sort are charged too little for the processor time that they take. */
export const isUnpaid = ({ usedMs, chargedMs, maxRatio, slowness: factor }: WorkFigures) =>
  usedMs > maxRatio * factor * chargedMs + NEGLIGIBLE_MS

/**
 * How often a sort that is charged too little is measured again, with more requests: once the process may have collected
 * garbage, or compiled code. What it does for each request is in each measurement.
 */
const REPETITIONS = 4

const CONCURRENT = 8
const METRICS = 'metrics-of-unpaid-work'
/** A sort with larger bodies has a fifth of the requests. */
const LARGE_BYTES = 100_000

/**
 * Sends each sort of request, and compares the processor time that the service used with what it charged. What it uses while
 * it is idle is subtracted.
 */
export async function run({ requests = 40 }: { requests?: number } = {}): Promise<WorkFigures[]> {
  const services = await openServices()
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
  try {
    const service = await services.start({
      PROCESSOR_BUDGET_MS: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
      METRICS_TOKEN: METRICS,
      LOG_LEVEL: 'info',
    })
    const { address } = service
    const charged = () => chargedMsOf(address, METRICS)
    let number = 0
    const sendAll = async ({ path, body, ...sort }: Sort, count: number) => {
      const statuses: Record<string, number> = {}
      let sent = 0
      const loop = async () => {
        while (sent++ < count) {
          const text = typeof body === 'function' ? body((number += 1)) : body
          const options = { ...sort, body: text, agent }
          // A refused body may break the connection.
          const status = await rawRequest(`${address}${path}`, options).then(
            (response) => response.status,
            () => 'error',
          )
          statuses[status] = (statuses[status] ?? 0) + 1
        }
      }
      await Promise.all(Array.from({ length: CONCURRENT }, loop))
      return statuses
    }
    const ofUser = await sortsOfUser(service)
    const sorts = [...(await unpaidSorts(address)), ...ofUser]
    const countOf = ({ body }: Sort, count: number) =>
      typeof body === 'string' && body.length > LARGE_BYTES ? Math.ceil(count / 5) : count
    for (let time = 0; time < 20; time += 1) slowness()
    // Compiles the code, and compresses the static texts.
    for (const sort of sorts) await sendAll(sort, countOf(sort, requests))
    const database = await databaseThreadOf(service.pid, async () => {
      for (const inspections of ofUser.slice(-1)) await sendAll(inspections, 2)
    })
    const processorTime = processorTimeOf(service.pid, database)
    const idle = await measureIdle(processorTime)
    const measure = async (sort: Sort, count: number): Promise<WorkFigures> => {
      const before = { charged: await charged(), slowness: slowness() }
      const began = { at: performance.now(), used: processorTime() }
      const statuses = await sendAll(sort, count)
      const used = processorTime() - began.used - (performance.now() - began.at) * idle
      return {
        sort: sort.name,
        maxRatio: ofUser.includes(sort) ? MAX_RATIO_OF_USER : MAX_RATIO,
        usedMs: used / count,
        chargedMs: ((await charged()) - before.charged) / count,
        slowness: (before.slowness + slowness()) / 2,
        statuses,
      }
    }
    const figures: WorkFigures[] = []
    for (const sort of sorts) figures.push(await measure(sort, countOf(sort, requests)))
    for (let time = 0; time < REPETITIONS && figures.some(isUnpaid); time += 1) {
      for (const [index, sort] of sorts.entries()) {
        const figure = figures[index]!
        if (!isUnpaid(figure)) continue
        const again = await measure(sort, countOf(sort, requests * 4))
        if (ratioOf(again) < ratioOf(figure)) figures[index] = again
      }
    }
    return figures
  } finally {
    agent.destroy()
    await services.close()
  }
}

/** The processor time that the idle service uses in a millisecond: the least of several times, because it may still finish earlier work. */
async function measureIdle(processorTime: () => number): Promise<number> {
  const found: number[] = []
  for (let time = 0; time < 8; time += 1) {
    const began = { at: performance.now(), used: processorTime() }
    await delay(250)
    found.push((processorTime() - began.used) / (performance.now() - began.at))
  }
  return Math.min(...found)
}

/** The sorts of requests of a demo user, who signs in to each interface. */
async function sortsOfUser({ address, demo }: ServiceProcess): Promise<Sort[]> {
  const user = demo?.users.find(({ company, role }) => company === 'harbour' && role === 'admin')
  if (!demo || !user) throw new Error('expected the demo')
  const { username, password } = user
  const tokenOf = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    const [token] = /fis_access_[\w-]+/.exec(text) ?? []
    if (token === undefined) throw new Error(`expected a token, got ${text}`)
    return token
  }
  const query = `mutation { login(input: { username: "${username}", password: "${password}" }) { accessToken } }`
  const { id: client_id, secret: client_secret } = demo.oauthClient
  const grant = { grant_type: 'password', client_id, client_secret, username, password }
  const key = { 'x-api-key': demo.apiKeys.harbour }
  const token = await tokenOf('/graphql', { query })
  const setB = {
    ...key,
    'x-api-token': await tokenOf('/api/authentication/login', { username, password }, key),
  }
  return [
    ...paidSorts(token, await tokenOf('/oauth/token', grant), setB),
    await manyAnswers(address, `Bearer ${token}`),
  ]
}

/** A dry run: otherwise a thread of the service would make PDFs of the inspections while other requests are measured. */
const RECORD = `mutation ($rows: [RecordInspectionsRow!]!) {
  recordInspections(input: { rows: $rows, dryRun: true }) { inspections { score } userErrors { code } } }`
const QUESTIONS = 40
const ROWS = 250

/** The largest request that the rules allow: as many inspections as a bulk may have, with long checklists. */
async function manyAnswers(address: string, authorization: string): Promise<Sort> {
  const headers = { authorization, 'content-type': 'application/json' }
  const questions = Array.from({ length: QUESTIONS }, () => ({ kind: 'YES_NO', text: 'Sound?' }))
  const input = { name: 'Long', sections: [{ name: 'All', questions }] }
  const create = `mutation ($input: CreateChecklistInput!) {
    createChecklist(input: $input) { checklist { versionId sections { questions { questionId } } } } }`
  const page = '{ assets(first: 100, filter: { statuses: [OK] }) { nodes { id } } }'
  const [made, found] = await Promise.all(
    [{ query: create, variables: { input } }, { query: page }].map(async (body) => {
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${address}/graphql`, options)).json() as Promise<Answer>
    }),
  )
  const { versionId: checklistVersionId, sections } = made!.data.createChecklist.checklist
  const ids = found!.data.assets.nodes.map(({ id }) => id)
  const answers = sections[0]!.questions.map(({ questionId }) => ({
    ...{ questionId, value: 'YES', answeredAt: '2026-01-05T10:00:00.000Z' },
  }))
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...{ assetId: ids[index % ids.length], checklistVersionId, answers },
  }))
  return {
    ...{ name: `${ROWS} inspections with ${QUESTIONS} answers`, method: 'POST', path: '/graphql' },
    ...{ headers, body: JSON.stringify({ query: RECORD, variables: { rows } }) },
  }
}

/** The data of both requests. */
interface Answer {
  readonly data: {
    readonly createChecklist: {
      readonly checklist: {
        readonly versionId: string
        readonly sections: { readonly questions: { readonly questionId: string }[] }[]
      }
    }
    readonly assets: { readonly nodes: { readonly id: string }[] }
  }
}
