import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { rawRequest } from '../support/raw-request.js'
import { heavyDocuments } from './heavy-documents.js'

/** A process that floods the service: `flood-client.ts <address> <kind> <loops> <seconds>`. Prints its figures as JSON. */
const [address = '', kind = '', loops = '', seconds = ''] = process.argv.slice(2)

/** Access tokens of the user that floods. */
const tokens = (process.env['TOKENS'] ?? '').split(' ').filter(Boolean)

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

const graphql = (query: string, token?: string, headers: Record<string, string> = {}): Sent => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...headers,
  },
  body: JSON.stringify({ query }),
})

const variables = (count: number) =>
  Array.from({ length: count }, (_, index) => `$v${index}:Int`).join(' ')
/** A document of 25 kB, in which every variable is a validation error. */
const unused = (number: number) => `query q${number}(${variables(1900)}) { __typename }`
/** A document within the limits for requests without a token. Each has another name, so the service has not cached it. */
const short = (number: number) => `query q${number}(${variables(60)}) { __typename }`

const secret = (prefix: string) => prefix + randomBytes(41).toString('base64url').slice(0, 54)
const tokenOf = (number: number) => tokens[number % tokens.length]
const legal = heavyDocuments.map(({ query }) => query)
const FORM = 'a[0][b]=1&'.repeat(90_000)

const agent = new Agent({ keepAlive: true, maxSockets: Number(loops) })

/** The text of an asset's input: one of the zones and types that exist. */
const newAsset = async () => {
  const sent = graphql(
    '{ zones(first: 1) { nodes { id } } assetTypes(last: 1) { nodes { id } } }',
    tokens[0],
  )
  const { bytes } = await rawRequest(`${address}/graphql`, { ...sent, agent })
  const [zone = '', type = ''] = [...bytes.toString().matchAll(/"id":"(.*?)"/g)].map(([, id]) => id)
  return `{ zoneId: "${zone}", typeId: "${type}" }`
}
const asset = kind === 'creations' ? await newAsset() : ''

/** The request with a number. */
const kinds = {
  invalid: (number: number) => graphql(unused(number)),
  forged: (number: number) => graphql(unused(number), secret('fis_access_')),
  short: (number: number) => graphql(short(number)),
  addresses: (number: number) =>
    graphql(short(number), undefined, { 'x-forwarded-for': `10.0.0.${number % 200}` }),
  forms: () => ({
    path: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-api-key': secret('fis_key_'),
    },
    body: FORM,
  }),
  static: (number: number) => ({
    path: `/${number % 2 === 0 ? 'v1' : 'api'}/docs/swagger-ui-bundle.js`,
    method: 'GET',
    headers: { 'accept-encoding': 'br' },
  }),
  valid: (number: number) => graphql(unused(number), tokenOf(number)),
  literals: (number: number) =>
    graphql(
      `{ sites(first: 20, filter: { search: "x${number}" }) { totalCount nodes { name zones(first: 5, filter: { search: "y${number}" }) { nodes { name assets(first: 5) { nodes { code type { name } } } } } } } }`,
      tokenOf(number),
    ),
  creations: (number: number) =>
    graphql(`mutation { createAsset(input: ${asset}) { asset { id code } } }`, tokenOf(number)),
  legal: (number: number) => graphql(legal[number % legal.length] ?? '', tokenOf(number)),
} satisfies Record<string, (number: number) => Sent>

export type FloodKind = keyof typeof kinds

/** Sends a request, and returns the status of the response, or `error`. */
const send = ({ path = '/graphql', method = 'POST', ...sent }: Sent) =>
  rawRequest(`${address}${path}`, { method, ...sent, agent }).then(
    ({ status }) => status,
    () => 'error',
  )

const next: (number: number) => Sent = kinds[kind as FloodKind]
const statuses: Record<string, number> = {}
const end = performance.now() + Number(seconds) * 1000
let count = 0
const loop = async () => {
  while (performance.now() < end) {
    const status = await send(next((count += 1)))
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: Number(loops) }, loop))
agent.destroy()
console.log(JSON.stringify(statuses))
