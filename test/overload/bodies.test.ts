import { Agent } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { startLoggedService } from '../support/logged-service.js'
import { chargedMsOf } from '../support/metric-values.js'
import { rawRequest } from '../support/raw-request.js'

const TOKEN = 'a token of Prometheus'
const BYTES = 900_000
/** The charge for this number of received bytes, in milliseconds. */
const BYTES_MS = 1.8
/** The charges for a request, for a statement, and for a refusal of credentials. */
const EACH_MS = 0.2

const FORM = 'a[0][b]=1&'.repeat(BYTES / 10)
const JSON_BODY = `{"a":[${'0,'.repeat(BYTES / 2 - 5)}0]}`
const FORM_TYPE = 'application/x-www-form-urlencoded'
const FORGED = {
  'x-api-key': `fis_key_${'x'.repeat(54)}`,
  authorization: `Bearer fis_access_${'x'.repeat(54)}`,
}

/** Starts the service, and returns a function that sends a request on one connection and returns its charge. */
async function startCharging() {
  const { address } = await startLoggedService({ METRICS_TOKEN: TOKEN })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
  })
  return async (path: string, method: string, headers: Record<string, string>, body?: string) => {
    const before = await chargedMsOf(address, TOKEN)
    const { status } = await rawRequest(`${address}${path}`, { method, headers, body, agent })
    return { status, ms: (await chargedMsOf(address, TOKEN)) - before }
  }
}

it.each([
  ['form', FORM_TYPE, FORM],
  ['JSON', 'application/json', JSON_BODY],
])('a %s of 900 kB is charged for its bytes and for parsing it', async (_, type, body) => {
  const send = await startCharging()
  const headers = { ...FORGED, 'content-type': type }
  const { status, ms } = await send('/oauth/token', 'POST', headers, body)
  expect(status).toBe(400)
  // No machine parses this in a shorter time.
  expect(ms).toBeGreaterThan(EACH_MS + BYTES_MS + 0.4)
})

it('a body that is refused before it is parsed is charged for its bytes, and once', async () => {
  const send = await startCharging()
  const headers = { ...FORGED, 'content-type': FORM_TYPE }
  const refused = await send('/api/job', 'POST', headers, FORM)
  expect(refused.status).toBe(401)
  expect(refused.ms).toBeGreaterThanOrEqual(EACH_MS + BYTES_MS)
  expect(refused.ms).toBeLessThan(3 * EACH_MS + BYTES_MS + 0.1)
  const next = await send('/nothing', 'GET', {})
  expect(next.status).toBe(404)
  expect(next.ms).toBeGreaterThanOrEqual(EACH_MS)
  expect(next.ms).toBeLessThan(EACH_MS + 0.1)
})

it('large forms with invented keys end in 429', async () => {
  const { address } = await startLoggedService({ PROCESSOR_BUDGET_MS: '200' })
  const headers = { ...FORGED, 'content-type': FORM_TYPE }
  const statuses = new Set<number>()
  for (let count = 0; count < 500 && !statuses.has(429); count += 1)
    statuses.add(
      (await fetch(`${address}/oauth/token`, { method: 'POST', headers, body: FORM })).status,
    )
  expect([...statuses]).toEqual([400, 429])
})
