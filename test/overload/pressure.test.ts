import { setImmediate as nextIteration } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'
import { expectOneWarning } from '../support/shed-warnings.js'

const blockEventLoop = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Blocks the event loop for `ms` in each of its iterations while `work` runs, without using the processor. */
async function whileBlocked<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const blocker = { isActive: true }
  const blocking = (async () => {
    while (blocker.isActive) {
      blockEventLoop(ms)
      await nextIteration()
    }
  })()
  // The service samples the delay three times before it sheds load.
  for (let iteration = 0; iteration < 5; iteration += 1) await nextIteration()
  try {
    return await work()
  } finally {
    blocker.isActive = false
    await blocking
  }
}

const VIEWER = '{ viewer { role } }'

it('refuses all requests but health checks with 503 while the event loop is delayed, and recovers', async () => {
  const address = startService({ MAX_EVENT_LOOP_DELAY_MS: '100' })
  const company = await newCompany(testDatabase())
  const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  await whileBlocked(200, async () => {
    const refused = await post(VIEWER, {}, headers, address)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.errors).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }])
    const setA = await fetch(`${await address}/api/sites`, { headers })
    expect([setA.status, await setA.json()]).toEqual([503, { message: 'Service Unavailable' }])
    const setB = await fetch(`${await address}/v1/sites`, { headers })
    expect([setB.status, await setB.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }])
    expect((await fetch(`${await address}/health`)).status).toBe(200)
  })
  await expect.poll(async () => (await post(VIEWER, {}, headers, address)).status).toBe(200)
})

it('refuses requests without valid credentials first', async () => {
  const address = startService({ MAX_EVENT_LOOP_DELAY_MS: '4000' })
  const company = await newCompany(testDatabase())
  const headers = { authorization: `Bearer ${await tokenOf(company.admin)}` }
  const given = [headers, {}, { authorization: `Bearer fis_access_${'x'.repeat(54)}` }]
  const statuses = () =>
    whileBlocked(1200, () =>
      Promise.all(given.map(async (each) => (await post(VIEWER, {}, each, address)).status)),
    )
  // On a busy machine, the delay may exceed the limit for all requests.
  await expect.poll(statuses, { timeout: 100_000 }).toEqual([200, 503, 503])
})

it('logs one warning for many refused requests, without a stack', async () => {
  const { address, lines } = await startLoggedService({ MAX_EVENT_LOOP_DELAY_MS: '100' })
  const began = performance.now()
  await whileBlocked(200, async () => {
    const statuses = Array.from({ length: 20 }, async () => {
      return (await post(VIEWER, {}, {}, Promise.resolve(address))).status
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([503]))
  })
  expectOneWarning(lines, began)
})
