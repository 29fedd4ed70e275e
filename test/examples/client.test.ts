import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Client, type ClientOptions } from '../../examples/client/client.js'
import {
  ForbiddenError,
  InvalidInputError,
  UnauthenticatedError,
  UnavailableError,
} from '../../examples/client/errors.js'
import {
  ExportAssetsDocument,
  ExportSitesDocument,
} from '../../examples/client/generated/graphql.js'
import * as usage from '../../examples/client/usage.js'
import { CreateClientDocument, ZonesOfSiteDocument } from '../graphql/generated/graphql.js'
import {
  newAsset,
  newCompany,
  newSite,
  newZone,
  PASSWORD,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'
import { forwardAll, openHttpProxy, page } from '../support/http-proxy.js'

const db = testDatabase()
let company: TestCompany
let target: string
beforeAll(async () => {
  company = await newCompany(db)
  target = await service()
})

/** A service behind a load balancer. */
let front: Awaited<ReturnType<typeof openHttpProxy>>
beforeEach(async () => {
  front = await openHttpProxy(() => target)
})

/** A client that waits for milliseconds only. */
const newClient = (options: Partial<ClientOptions> = {}) =>
  new Client({
    url: `${front.address}/graphql`,
    ...options,
    retries: { attempts: 4, baseMs: 1, maxMs: 4, ...options.retries },
  })

async function signIn(options?: Partial<ClientOptions>, user = company.users.admin) {
  const client = newClient(options)
  await client.signIn(user.email, PASSWORD)
  front.bodies.length = 0
  return client
}

async function namesOf(nodes: AsyncIterable<{ name: string }>) {
  const names: string[] = []
  for await (const { name } of nodes) names.push(name)
  return names
}

const sites = (client: Client) =>
  client.nodes(ExportSitesDocument, { first: 2, count: false }, 'sites')

const countClients = (legalName: string) =>
  db.prisma.client.count({ where: { companyId: company.companyId, legalName } })

const createClient = (client: Client, legalName: string, options = {}) =>
  client.request(CreateClientDocument, { input: { legalName } }, options)

describe('iterators', () => {
  test('read all pages of a list, and of a list of a record', async () => {
    const own = await newCompany(db)
    const names = ['One', 'Two', 'Three', 'Four', 'Five']
    for (const name of names) await newSite(own, { name })
    const site = await newSite(own, { name: 'Six' })
    for (const name of names) await newZone(own, { name, siteId: site.id })
    const client = await signIn({}, own.users.admin)
    expect(await namesOf(sites(client))).toEqual([...names, 'Six'])
    expect(front.bodies).toHaveLength(3)
    const zones = client.nodes(ZonesOfSiteDocument, { id: site.uuid }, 'site.zones')
    expect(await namesOf(zones)).toEqual(names)
  })

  test('start after the cursor of the variables', async () => {
    const own = await newCompany(db)
    for (const name of ['One', 'Two', 'Three']) await newSite(own, { name })
    const client = await signIn({}, own.users.admin)
    const variables = { first: 2, count: false }
    const pages = client.pages(ExportSitesDocument, variables, 'sites')
    const { value: first } = await pages.next()
    const after = first?.pageInfo.endCursor ?? null
    const rest = client.nodes(ExportSitesDocument, { ...variables, after }, 'sites')
    expect(await namesOf(rest)).toEqual(['Three'])
  })

  test('reject if the record that has the list does not exist', async () => {
    const client = await signIn()
    const id = '00000000-0000-7000-8000-000000000000'
    const zones = client.nodes(ZonesOfSiteDocument, { id }, 'site.zones')
    await expect(namesOf(zones)).rejects.toThrow('site of site.zones is null.')
  })

  test('are typed: other paths do not compile', async () => {
    const client = await signIn()
    // @ts-expect-error -- `site` is not a connection
    const iterate = () => client.nodes(ZonesOfSiteDocument, { id: '' }, 'site').next()
    await expect(iterate()).rejects.toThrow()
  })
})

describe('an expired token', () => {
  const expire = () =>
    db.prisma.accessToken.updateMany({
      where: { companyId: company.companyId },
      data: { expiresAt: new Date(0) },
    })
  const refreshes = () => front.bodies.filter((body) => body.includes('mutation Refresh'))

  test('is refreshed once for many concurrent requests', async () => {
    const client = await signIn()
    await expire()
    const all = Array.from({ length: 20 }, () => namesOf(sites(client)))
    await Promise.all(all)
    expect(refreshes()).toHaveLength(1)
    await expire()
    await namesOf(sites(client))
    expect(refreshes()).toHaveLength(2)
  })

  test('is not refreshed again by a request whose response comes after the refresh', async () => {
    const client = await signIn()
    await expire()
    let release: (() => void) | undefined
    front.handle = async (_, forward) => {
      const answer = await forward()
      if (!release) await new Promise<void>((resolve) => (release = resolve))
      return answer
    }
    const slow = namesOf(sites(client))
    await expect.poll(() => release).toBeDefined()
    await namesOf(sites(client))
    release?.()
    await slow
    expect(refreshes()).toHaveLength(1)
  })

  test('is refreshed although the response to the first refresh is lost', async () => {
    const client = await signIn()
    await expire()
    let lost = 0
    front.handle = async (body, forward) => {
      const answer = await forward()
      return body.includes('mutation Refresh') && (lost += 1) === 1 ? undefined : answer
    }
    await namesOf(sites(client))
    expect(lost).toBe(2)
  })

  test('rejects if the session has ended', async () => {
    const client = await signIn()
    const { companyId } = company
    await db.prisma.session.updateMany({ where: { companyId }, data: { revokedAt: new Date() } })
    await expect(namesOf(sites(client))).rejects.toThrow(UnauthenticatedError)
    expect(front.bodies).toHaveLength(2)
  })
})

describe('back-off', () => {
  test.each([
    ['503 of a proxy', page(503)],
    ['502 of a proxy', page(502)],
    ['429', page(429, { 'retry-after': '0' })],
    ['a cut connection', undefined],
  ])('repeats a request after %s', async (_, answer) => {
    const client = await signIn()
    let failures = 3
    front.handle = async (_body, forward) => ((failures -= 1) < 0 ? forward() : answer)
    expect(await createClient(client, 'After faults')).toMatchObject({
      createClient: { userErrors: [] },
    })
    expect(front.bodies).toHaveLength(4)
  })

  test('gives up after the last attempt, with the last error', async () => {
    const client = await signIn()
    front.handle = async () => page(503)
    const error = await namesOf(sites(client)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ status: 503 })
    expect(front.bodies).toHaveLength(4)
  })

  test('does not repeat a request that reads longer than the service allows', async () => {
    const client = await signIn()
    const errors = [{ message: 'Too slow.', extensions: { code: 'QUERY_TIMEOUT' } }]
    front.handle = async () => ({ ...page(503), body: JSON.stringify({ errors }) })
    const error = await namesOf(sites(client)).catch((reason: unknown) => reason)
    expect(error).not.toBeInstanceOf(UnavailableError)
    expect(error).toMatchObject({ status: 503, code: 'QUERY_TIMEOUT' })
    expect(front.bodies).toHaveLength(1)
  })

  test('gives up if there is no server', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    const client = newClient({ url: `http://127.0.0.1:${port}/graphql` })
    await expect(client.signIn('a@b.example', 'x')).rejects.toThrow(
      /No response from .*ECONNREFUSED/,
    )
  })

  test('waits as long as Retry-After says, and longer with each failure', async () => {
    const waits: number[] = []
    const onWait = (_: Error, ms: number) => void waits.push(ms)
    const client = await signIn({ retries: { attempts: 6, baseMs: 8, maxMs: 64, onWait } })
    const date = () => new Date(Date.now() + 1500).toUTCString()
    const headers = [{ 'retry-after': '1' }, { 'retry-after': date() }, {}, {}, {}]
    front.handle = async (_, forward) => {
      const next = headers.shift()
      return next ? page(503, next) : forward()
    }
    await namesOf(sites(client))
    expect(waits).toHaveLength(5)
    expect(waits[0]).toBeGreaterThanOrEqual(1004)
    // The waits of 8 and 16 ms were added to Retry-After. Half of a wait is random.
    for (const [index, ms] of [32, 64, 64].entries()) {
      expect(waits[index + 2]).toBeGreaterThanOrEqual(ms / 2)
      expect(waits[index + 2]).toBeLessThanOrEqual(ms)
    }
  })

  test('does not wait for a Retry-After of an hour', async () => {
    const client = await signIn()
    front.handle = async () => page(503, { 'retry-after': '3600' })
    await expect(namesOf(sites(client))).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    expect(front.bodies).toHaveLength(1)
  })

  test('ends when the signal is aborted', async () => {
    const client = await signIn({ retries: { baseMs: 60_000, maxMs: 60_000 } })
    front.handle = async () => page(503)
    const controller = new AbortController()
    const { signal } = controller
    const request = createClient(client, 'Aborted', { signal })
    await expect.poll(() => front.bodies.length).toBe(1)
    controller.abort()
    await expect(request).rejects.toBe(signal.reason)
  })

  test('repeats an attempt that takes longer than its time limit', async () => {
    const client = await signIn({ timeoutMs: 5000 })
    let isFirst = true
    front.handle = async (_, forward) => {
      if (!isFirst) return forward()
      isFirst = false
      await new Promise(() => undefined)
      return undefined
    }
    expect(await namesOf(sites(client))).toEqual([])
    expect(front.bodies.length).toBeGreaterThan(1)
  })
})

describe('a mutation', () => {
  test('whose responses are lost is executed once', async () => {
    const client = await signIn()
    let lost = 3
    front.handle = async (_, forward) => {
      const answer = await forward()
      return (lost -= 1) < 0 ? answer : undefined
    }
    const data = await createClient(client, 'Once')
    expect(data.createClient?.client?.id).toBeTruthy()
    expect(await countClients('Once')).toBe(1)
  })

  test('has a key of its own for each call, unless the caller gives one', async () => {
    const client = await signIn()
    await createClient(client, 'Twice')
    await createClient(client, 'Twice')
    expect(await countClients('Twice')).toBe(2)
    const options = { idempotencyKey: 'given by the caller' }
    await createClient(client, 'With a key', options)
    await createClient(client, 'With a key', options)
    expect(await countClients('With a key')).toBe(1)
  })

  test('returns userErrors as values', async () => {
    const client = await signIn()
    const { createClient: payload } = await createClient(client, ' ')
    expect(payload).toEqual({
      client: null,
      userErrors: [{ code: 'REQUIRED', field: ['legalName'] }],
    })
  })
})

describe('errors that a retry does not change', () => {
  const expectOnce = async (
    request: Promise<unknown>,
    ErrorClass: new (...args: never[]) => Error,
  ) => {
    front.bodies.length = 0
    await expect(request).rejects.toThrow(ErrorClass)
    expect(front.bodies.length).toBeLessThanOrEqual(1)
  }

  test('a wrong password', () =>
    expectOnce(newClient().signIn(company.users.admin.email, 'wrong'), UnauthenticatedError))

  test('no credentials', () => expectOnce(namesOf(sites(newClient())), UnauthenticatedError))

  test('an operation for another role', async () =>
    expectOnce(createClient(await signIn({}, company.users.technician), 'Refused'), ForbiddenError))

  test('a value of the wrong type, with its path', async () => {
    const client = await signIn()
    const filter = { riskLevels: ['SEVERE' as never] }
    const request = client.request(ExportAssetsDocument, { filter, count: false })
    await expectOnce(request, InvalidInputError)
    await expect(request).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ extensions: { path: ['filter', 'riskLevels', '0'] } }],
    })
  })

  test('an invalid URL', () => {
    expect(() => newClient({ url: 'localhost' })).toThrow('Invalid URL')
  })
})

test('the example in docs/clients.md works', async () => {
  const own = await newCompany(db)
  await newAsset(own, { code: 'LATE', nextInspection: new Date(0) })
  await newAsset(own, { code: 'SOON' })
  const { uuid } = await newSite(own)
  const client = await usage.signIn(`${target}/graphql`, own.users.admin.email, PASSWORD)
  expect(await usage.readOverdueCodes(client)).toEqual(['LATE'])
  expect(await usage.renameSite(client, uuid, '')).toMatchObject([{ field: ['name'] }])
  expect(await usage.renameSite(client, uuid, 'Dover')).toEqual([])
})

test('tokens of another sign-in can be used', async () => {
  const tokens: { accessToken: string }[] = []
  front.handle = async (body, forward) => {
    const answer = await forwardAll(body, forward)
    if (answer)
      tokens.push(
        (JSON.parse(answer.body) as { data: { login: { accessToken: string } } }).data.login,
      )
    return answer
  }
  await newClient().signIn(company.users.admin.email, PASSWORD)
  front.handle = forwardAll
  expect(await namesOf(sites(newClient({ tokens: tokens[0]! })))).toEqual([])
})
