import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminJson } from '../support/admin-command.js'
import type { ChildProcess } from '../support/child-process.js'
import { type OwnDatabase, ownDatabase } from '../support/own-database.js'
import { addressOf, destroyServices, startServiceProcess } from '../support/service-process.js'

/** One request to each interface, and the status that it has without credentials. */
const REQUESTS = [
  ['POST', '/graphql', 401],
  ['GET', '/api/assets', 401],
  ['POST', '/oauth/token', 400],
  ['GET', '/v1/sites', 401],
  ['POST', '/api/authentication/login', 401],
  ['GET', '/documents/1', 401],
] as const

const send = (address: string, method: string, path: string) =>
  fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify({ query: '{ viewer { user { id } } }' }) }),
  })

const statusesOf = async (address: string) =>
  Promise.all(REQUESTS.map(async ([method, path]) => (await send(address, method, path)).status))

const OFFLINE = REQUESTS.map(() => 503)
const ONLINE = REQUESTS.map(([, , status]) => status)

describe('maintenance', () => {
  let own: OwnDatabase
  let services: ChildProcess[] = []
  let addresses: string[] = []

  const startAll = async () => {
    services = Array.from({ length: own.embedded ? 1 : 2 }, () => startServiceProcess(own.env))
    addresses = await Promise.all(services.map(addressOf))
  }
  /** Runs a command; on an embedded database, while the service is stopped. */
  const command = async (...args: string[]) => {
    if (own.embedded) {
      for (const service of services) service.kill('SIGTERM')
      await Promise.all(services.map((service) => service.exited(0)))
    }
    const result = await adminJson(own.env, args)
    if (own.embedded) await startAll()
    return result
  }

  beforeAll(async () => {
    own = await ownDatabase()
    await startAll()
  })
  afterAll(async () => {
    await destroyServices()
    await own.remove()
  })

  it('on: every interface of every instance responds 503 with Retry-After', async () => {
    for (const address of addresses) expect(await statusesOf(address)).toEqual(ONLINE)
    const { maintenance, since } = await command('maintenance', 'on')
    expect([maintenance, Date.parse(since)]).toEqual([true, expect.any(Number)])
    for (const address of addresses) {
      await expect.poll(() => statusesOf(address)).toEqual(OFFLINE)
      for (const [method, path] of REQUESTS) {
        const { headers } = await send(address, method, path)
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        expect(headers.get('x-request-id')).toBeTruthy()
      }
    }
  })

  it('each interface has an error of its own form', async () => {
    const [address = ''] = addresses
    const body = async (method: string, path: string) => (await send(address, method, path)).json()
    const message = 'The service is offline for maintenance.'
    expect(await body('POST', '/graphql')).toEqual({
      errors: [{ message, extensions: { code: 'UNAVAILABLE', retryAfter: 5 } }],
    })
    expect(await body('GET', '/api/assets')).toEqual({ message: 'Service Unavailable' })
    expect(await body('POST', '/oauth/token')).toEqual({
      error: 'temporarily_unavailable',
      error_description: 'Service Unavailable',
      message: 'Service Unavailable',
    })
    expect(await body('GET', '/v1/sites')).toEqual({
      status: 503,
      code: 'UNAVAILABLE',
      message,
      requestId: expect.any(String),
    })
  })

  it('the process stays healthy, and is not ready', async () => {
    const [[address = ''], [service]] = [addresses, services]
    expect((await fetch(`${address}/health`)).status).toBe(200)
    const ready = await fetch(`${address}/ready`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready.json()).toEqual({ status: 'maintenance' })
    // The alert RequestsRefused is about `unavailable`.
    const line = () =>
      service
        ?.output()
        .split('\n')
        .findLast((text) => text.includes('"path":"/ready"'))
    await expect.poll(line).toContain('"refusal":"maintenance"')
  })

  it('a second on keeps the time of the first', async () => {
    const first = await command('maintenance', 'on')
    expect(await command('maintenance', 'on')).toEqual(first)
  })

  it('an instance that starts during maintenance is offline from its first request', async () => {
    if (!own.embedded) {
      const late = startServiceProcess(own.env)
      services.push(late)
      addresses.push(await addressOf(late))
    }
    expect(await statusesOf(addresses.at(-1) ?? '')).toEqual(OFFLINE)
  })

  it('off: every instance responds again', async () => {
    expect(await command('maintenance', 'off')).toEqual({ maintenance: false, since: null })
    for (const address of addresses) {
      await expect.poll(() => statusesOf(address)).toEqual(ONLINE)
      expect((await fetch(`${address}/ready`)).status).toBe(200)
    }
  })
})
