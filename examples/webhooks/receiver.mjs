// Receives events of a webhook, verifies them as Standard Webhooks defines it, and prints one line for each.
//
//   WEBHOOK_SECRET=whsec_… PORT=8080 node receiver.mjs
//
// It uses only Node.js. Libraries for other languages: https://www.standardwebhooks.com
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const secrets = (process.env.WEBHOOK_SECRET ?? '')
  .split(/\s+/)
  .filter(Boolean)
  .map((text) => Buffer.from(text.replace(/^whsec_/, ''), 'base64'))

/** An older event may be a copy that someone else sends again. */
const TOLERANCE_SECONDS = 300

const MAX_BYTES = 100_000

/** Each attempt for an event has the same id: an id that is known was handled before. Keep the ids in a database for a week. */
const known = new Set()

/** Whether one of the signatures was made with one of the secrets, a short time ago. */
function isGenuine(headers, body) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': given = '',
  } = headers
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!id || !(age <= TOLERANCE_SECONDS)) return false
  const signatures = given
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret)
      .update(`${id}.${timestamp}.`)
      .update(body)
      .digest()
    return signatures.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    )
  })
}

async function read(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const body = await read(request).catch(() => undefined)
  if (request.method !== 'POST' || !body || !isGenuine(request.headers, body)) {
    response.writeHead(400).end()
    return
  }
  const id = request.headers['webhook-id']
  if (!known.has(id)) {
    known.add(id)
    const { type, record, cursor } = JSON.parse(body.toString())
    console.log([type, record.type, record.id, cursor].join(' '))
  }
  // Accept the event first, and work later: after 15 seconds without a response, it is sent again.
  response.writeHead(204).end()
})

if (secrets.length === 0) throw new Error('Set WEBHOOK_SECRET to the secret of the webhook.')
server.listen(Number(process.env.PORT ?? 8080), () => {
  console.log(`listening ${server.address().port}`)
})
