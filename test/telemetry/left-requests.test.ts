import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { tokenOf } from '../support/graphql.js'
import { startLoggedService } from '../support/logged-service.js'

const TOKEN = 'a token of Prometheus'
const QUERY = JSON.stringify({ query: '{ sites { totalCount } }' })
const VIEWER = JSON.stringify({ query: '{ viewer { role } }' })

let service: Awaited<ReturnType<typeof startLoggedService>>
let authorization: string
beforeAll(async () => {
  const { admin } = await newCompany(testDatabase())
  service = await startLoggedService({ METRICS_TOKEN: TOKEN })
  authorization = `Bearer ${await tokenOf(admin)}`
  // The process then knows the token, and so the user.
  const headers = { authorization, 'content-type': 'application/json' }
  await fetch(`${service.address}/graphql`, { method: 'POST', headers, body: VIEWER })
})

/** The values of metrics whose name and labels match. */
async function metric(pattern: RegExp): Promise<number[]> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const text = await (await fetch(`${service.address}/metrics`, { headers })).text()
  return text
    .split('\n')
    .flatMap((line) => (pattern.test(line) ? [Number(line.split(' ')[1])] : []))
}

const inProgress = async () => (await metric(/^fis_requests_in_progress /))[0]
const queued = async () => (await metric(/^fis_requests_queued /))[0]
const left = async () =>
  (await metric(/^fis_request_duration_seconds_count\{.*status="left"/)).reduce((a, b) => a + b, 0)

/** Sends a query, or the first `length` bytes of its body, with an id of its own. */
function send(length = QUERY.length): { socket: Socket; id: string } {
  const id = randomUUID()
  const socket = connect(Number(new URL(service.address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    [
      'POST /graphql HTTP/1.1',
      'host: localhost',
      'content-type: application/json',
      `authorization: ${authorization}`,
      `x-request-id: ${id}`,
      `content-length: ${QUERY.length}`,
      '',
      QUERY.slice(0, length),
    ].join('\r\n'),
  )
  return { socket, id }
}

const lineOf = (id: string) => service.lineOf({ headers: new Headers({ 'x-request-id': id }) })

describe('a client that leaves', () => {
  it('while the service receives its body is in the log and the metrics', async () => {
    const [before = 0, leftBefore] = [await inProgress(), await left()]
    const { socket, id } = send(5)
    await expect.poll(inProgress).toBe(before + 1)
    socket.destroy()
    const line = await lineOf(id)
    expect(line).toMatchObject({ left: true, method: 'POST', path: '/graphql' })
    expect(line).not.toHaveProperty('status')
    await expect.poll(inProgress).toBe(before)
    expect(await left()).toBe(leftBefore + 1)
  })

  it('while the database reads, or while it waits for its own requests, ends immediately', async () => {
    const [before = 0, leftBefore] = [await inProgress(), await left()]
    const sent = await testDatabase().transaction(async (db) => {
      await db.write({ text: 'lock table site' })
      const requests = Array.from({ length: 5 }, () => send())
      await expect.poll(queued).toBe(2)
      for (const { socket } of requests) socket.destroy()
      // The database is still locked: nothing but their end releases these requests.
      await expect.poll(queued).toBe(0)
      await expect.poll(inProgress).toBe(before)
      return requests
    })
    for (const { id } of sent) expect(await lineOf(id)).toMatchObject({ left: true })
    expect(await left()).toBe(leftBefore + 5)
    const { socket, id } = send()
    expect(await lineOf(id)).toMatchObject({ status: 200 })
    socket.destroy()
  })

  it('with pipelined requests of one connection leaves a line for each', async () => {
    const before = await inProgress()
    const ids = await testDatabase().transaction(async (db) => {
      await db.write({ text: 'lock table site' })
      const { socket, id } = send()
      const second = randomUUID()
      socket.write(`GET /health HTTP/1.1\r\nhost: localhost\r\nx-request-id: ${second}\r\n\r\n`)
      await expect.poll(inProgress).toBe((before ?? 0) + 2)
      socket.destroy()
      await expect.poll(inProgress).toBe(before)
      return [id, second]
    })
    for (const id of ids) expect(await lineOf(id)).toMatchObject({ left: true })
  })
})
