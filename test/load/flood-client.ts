import { randomBytes } from 'node:crypto'
import { openClient } from './client.js'

/** A process that floods the service: `flood-client.ts <address> <kind> <loops> <seconds>`. Prints its figures as JSON. */
const [address = '', kind = '', loops = '', seconds = ''] = process.argv.slice(2)

/** A document of 25 kB, in which every variable is a validation error. */
const unused = (suffix: string) =>
  `query q${suffix}(${Array.from({ length: 1900 }, (_, index) => `$v${index}: Int`).join(' ')}) { __typename }`

/**
 * A document within the limits for requests without a token. Each has another name, so the service has not cached it.
 */
const short = (suffix: string) =>
  `query q${suffix}(${Array.from({ length: 60 }, (_, index) => `$v${index}:Int`).join(' ')}) { __typename }`

const newToken = () => `fis_access_${randomBytes(41).toString('base64url').slice(0, 54)}`

/** The text of a document, and the token that is sent with it. */
const kinds: Record<string, (suffix: string) => [string, (string | undefined)?]> = {
  'without a token': (suffix) => [unused(suffix)],
  'with forged tokens': (suffix) => [unused(suffix), newToken()],
  'short documents': (suffix) => [short(suffix)],
  'with valid credentials': (suffix) => [unused(suffix), process.env['TOKEN']],
}

const next = kinds[kind]
if (!next) throw new Error(`There is no flood "${kind}".`)
const client = openClient(address, Number(loops))
const statuses: Record<string, number> = {}
const end = performance.now() + Number(seconds) * 1000
let count = 0
const loop = async () => {
  while (performance.now() < end) {
    const [document, token] = next(String((count += 1)))
    const status = await client.graphql(document, token).then(
      (answer) => answer.status,
      () => 'error',
    )
    statuses[status] = (statuses[status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: Number(loops) }, loop))
client.close()
console.log(JSON.stringify(statuses))
