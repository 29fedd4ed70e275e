import { setTimeout as delay } from 'node:timers/promises'
import { type Client, openClient } from './client.js'
import { heavyDocuments } from './heavy-documents.js'

/** What a request for a heavy document got. */
export interface HeavyOutcome {
  readonly name: string
  readonly status: number
  /** The code of the first error; undefined if the document was answered. */
  readonly code: string | undefined
  readonly message: string | undefined
  readonly bytes: number
  readonly ms: number
}

export interface LightOutcome {
  readonly ms: number
  /** Why the read failed; undefined if it succeeded. */
  readonly error: string | undefined
}

export interface HeavyLoad {
  readonly address: string
  /** Access tokens of two companies. */
  readonly heavyToken: string
  readonly lightToken: string
  /** How often each document is sent, all at the same time. */
  readonly copies: number
  /**
   * The number of rounds of all documents. At least `reads` light reads are sent, and further ones until the last round
   * ends.
   */
  readonly rounds: number
  readonly reads: number
}

/** Reads that the user of an ordinary dashboard sends. */
const lightQueries = [
  '{ viewer { role user { fullName } } }',
  '{ sites(first: 5) { nodes { name client { legalName } } } }',
  '{ assets(first: 10, filter: { overdue: true }) { nodes { code status } totalCount } }',
  '{ jobs(first: 10, orderBy: [{ field: SCHEDULED_START, direction: DESC }]) { nodes { number status } } }',
]

/** The light reads start at this interval, whether or not earlier ones have ended: otherwise a slow one would hide others. */
const LIGHT_INTERVAL_MS = 50

/** The connections of the light reads are open before the heavy load begins, as those of a dashboard are. */
const LIGHT_CONNECTIONS = 40

/** One company sends heavy documents, all at the same time; another sends light reads. */
export async function sendHeavyLoad(load: HeavyLoad) {
  const { address, heavyToken, lightToken } = load
  const heavyClient = openClient(address, Infinity)
  const lightClient = openClient(address, LIGHT_CONNECTIONS)
  await Promise.all(
    Array.from({ length: LIGHT_CONNECTIONS }, () =>
      lightClient.graphql('{ viewer { role } }', lightToken),
    ),
  )
  const heavy: HeavyOutcome[] = []
  const light: LightOutcome[] = []
  let isUnderLoad = true
  const sendHeavy = async () => {
    for (let round = 0; round < load.rounds; round += 1) {
      const all = Array.from({ length: load.copies }, () => heavyDocuments).flat()
      heavy.push(
        ...(await Promise.all(
          all.map(({ name, query }) => sendOne(heavyClient, heavyToken, name, query)),
        )),
      )
    }
    isUnderLoad = false
  }
  const readOne = async (query: string) => {
    const { ms, status, code } = await sendOne(lightClient, lightToken, 'light', query)
    const isFailed = status !== 200 || code !== undefined
    light.push({ ms, error: isFailed ? `${status} ${code ?? ''}` : undefined })
  }
  const readLight = async () => {
    const reads: Promise<void>[] = []
    for (let read = 0; isUnderLoad || read < load.reads; read += 1) {
      reads.push(readOne(lightQueries[read % lightQueries.length] ?? ''))
      await delay(LIGHT_INTERVAL_MS)
    }
    await Promise.all(reads)
  }
  await Promise.all([sendHeavy(), readLight()])
  heavyClient.close()
  lightClient.close()
  return { heavy, light }
}

async function sendOne(
  client: Client,
  token: string,
  name: string,
  query: string,
): Promise<HeavyOutcome> {
  const began = performance.now()
  const { status, body } = await client.graphql(query, token)
  const ms = performance.now() - began
  const { errors } = JSON.parse(body) as {
    errors?: { message: string; extensions: { code: string } }[]
  }
  const [error] = errors ?? []
  const { code } = error?.extensions ?? {}
  return { name, status, code, message: error?.message, bytes: body.length, ms }
}
