import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany, newUser, domainOf, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, startService, tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'
import { newSession } from '../support/sessions.js'

/*
 * Each request that Apollo executes is charged at least 0.3 ms, so that the number of requests until a budget is
 * exhausted has an upper bound on any machine.
 */
const MAX_REQUESTS = 2000

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(testDatabase())
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const VIEWER = '{ viewer { role } }'

/** Sends new documents until the response is 429, and returns it. */
async function exhaust(address: Promise<string>, headers: Record<string, string>) {
  for (let count = 0; count < MAX_REQUESTS; count += 1) {
    const selected = 'authorization' in headers ? VIEWER : '{ __typename }'
    const answer = await post(`query q${count} ${selected}`, {}, headers, address)
    if (answer.status !== 200) return answer
  }
  throw new Error('expected an exhausted budget')
}

describe('a client without credentials that has used the budget of its address', () => {
  it('gets 429 before its document is parsed, while signed-in users of the address are answered', async () => {
    const address = startService({ PROCESSOR_BUDGET_MS: '400' })
    const [known, unknown] = [await tokenOf(company.admin), await tokenOf(company.admin)]
    expect((await post(VIEWER, {}, bearer(known), address)).status).toBe(200)
    const refused = await exhaust(address, {})
    expect(refused.status).toBe(429)
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(0)
    expect(refused.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter } }])
    expect((await post('no document', {}, {}, address)).status).toBe(429)
    for (const token of [known, unknown]) {
      expect((await post(VIEWER, {}, bearer(token), address)).status).toBe(200)
    }
  })

  it('cannot use more with tokens that it invents, and is charged for the queries that refuse them', async () => {
    const service = await startLoggedService({ PROCESSOR_BUDGET_MS: '200' })
    const address = Promise.resolve(service.address)
    let count = 0
    let status = 0
    let headers = new Headers()
    while (status !== 429 && count < MAX_REQUESTS) {
      count += 1
      const token = `fis_access_${String(count).padStart(54, '0')}`
      ;({ status, headers } = await post(
        `{ viewer { role } } # ${'x'.repeat(3000)}`,
        {},
        bearer(token),
        address,
      ))
      expect([400, 429]).toContain(status)
    }
    expect(status).toBe(429)
    expect(await service.lineOf({ headers })).toMatchObject({ status: 429, statements: 1 })
  })
})

describe('a signed-in client that has used its budget', () => {
  it('gets 429 in all of its sessions', async () => {
    const address = startService({ PROCESSOR_BUDGET_MS: '400' })
    const { id } = await newUser(company, { role: 'admin' })
    const user = domainOf(company, id, 'admin')
    const [one, other] = [bearer(await tokenOf(user)), bearer(await tokenOf(user))]
    expect((await post(VIEWER, {}, other, address)).status).toBe(200)
    expect((await exhaust(address, one)).status).toBe(429)
    expect((await post(VIEWER, {}, other, address)).status).toBe(429)
  })

  it('gets 429 from each interface in its own format, also with a new access token', async () => {
    const address = startService({ PROCESSOR_BUDGET_MS: '200' })
    const { accessToken, refreshToken } = await newSession(company.admin)
    const { errors } = await exhaust(address, bearer(accessToken))
    expect(errors?.[0]?.message).toMatch(/^These credentials have used their budget/)
    const input = { refreshToken }
    const refreshed = await post(
      'mutation ($input: RefreshTokenInput!) { refreshToken(input: $input) { accessToken } }',
      { input },
      {},
      address,
    )
    const renewed = refreshed.data.refreshToken.accessToken
    // The first request that reaches Apollo with the new token finds its session.
    await post(`query renewed ${VIEWER}`, {}, bearer(renewed), address)
    const statuses = [renewed, accessToken].map(
      async (token) => (await post(VIEWER, {}, bearer(token), address)).status,
    )
    expect(await Promise.all(statuses)).toEqual([429, 429])

    const setA = await fetch(`${await address}/api/sites`, { headers: bearer(accessToken) })
    expect([setA.status, await setA.json()]).toEqual([429, { message: 'Too Many Attempts.' }])
    expect(Number(setA.headers.get('retry-after'))).toBeGreaterThan(0)
    const setB = await fetch(`${await address}/v1/sites`, { headers: bearer(accessToken) })
    expect([setB.status, await setB.json()]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS' }])
  })

  it('does not affect other users of its company and address, nor health checks', async () => {
    const address = startService({ PROCESSOR_BUDGET_MS: '400' })
    const { id } = await newUser(company, { role: 'admin' })
    await exhaust(address, bearer(await tokenOf(company.admin)))
    const colleague = await tokenOf(domainOf(company, id, 'admin'))
    expect((await post(VIEWER, {}, bearer(colleague), address)).status).toBe(200)
    expect((await post('{ __typename }', {}, {}, address)).status).toBe(200)
    for (const path of ['health', 'ready']) {
      expect((await fetch(`${await address}/${path}`)).status).toBe(200)
    }
  })
})
