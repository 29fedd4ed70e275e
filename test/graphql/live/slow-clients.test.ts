import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { v7 as newUuid } from 'uuid'
import WebSocket from 'ws'
import type { Domain } from '../../../src/domain/domain.js'
import { newClient, newCompany, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { startService, tokenOf } from '../../support/graphql.js'
import { CHANGES, METRICS_TOKEN, metricsOf, subscribe } from './streams.js'

/* Clients that read slowly, or not at all. The kernel holds a few megabytes for each of them. */

const db = testDatabase()
const PATIENCE = { timeout: 500_000 }

/** With 20 clients of 10 kB, a change of all of them is 3 MB. */
const CLIENTS = 20
const LARGE = `subscription ($after: String) { changes(after: $after) { ${Array.from(
  { length: 15 },
  (_, at) => `r${at}: record { ...name }`,
).join(' ')} } } fragment name on Client { legalName }`

const newClients = (company: TestCompany) =>
  Promise.all(Array.from({ length: CLIENTS }, () => newClient(company)))

/** More pages than the kernel holds. */
async function newManyClients({ companyId, users }: TestCompany): Promise<void> {
  const one = { companyId, userId: users.admin.id, legalName: 'x'.repeat(10_000) }
  const data = Array.from({ length: 400 }, () => ({ ...one, uuid: newUuid() }))
  await db.prisma.client.createMany({ data })
}

/** Changes all clients in one transaction. */
const rename = (company: TestCompany, round: number) =>
  db.prisma.client.updateMany({
    where: { companyId: company.companyId },
    data: { legalName: `${round} ${'x'.repeat(10_000)}` },
  })

/** The number of open streams by their transport. */
async function streamsOf(address: string, transport = 'sse'): Promise<number> {
  const pattern = new RegExp(`fis_streams{transport="${transport}"} (\\d+)`)
  return Number(pattern.exec(await metricsOf(address))?.[1])
}

/** Opens a stream, and stops reading after the first bytes. */
async function openAndStopReading(
  address: string,
  token: string,
  variables: object = {},
): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const body = JSON.stringify({ query: LARGE, variables })
  const socket = connect(Number(port), hostname)
  onTestFinished(() => {
    socket.destroy()
  })
  socket.write(
    [
      'POST /graphql/stream HTTP/1.1',
      'host: x',
      'connection: close',
      'content-type: application/json',
      `authorization: Bearer ${token}`,
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return socket
}

/** Changes the clients until a stream has ended. */
async function renameWhile(company: TestCompany, isOpen: () => Promise<boolean>): Promise<void> {
  for (let round = 0; round < 200 && (await isOpen()); round += 1) {
    await rename(company, round)
    await delay(150)
  }
  expect(await isOpen()).toBe(false)
}

const startMeasured = () => startService({ METRICS_TOKEN })

const subscribeToLarge = (user: Domain, address: string) =>
  subscribe(user, { query: LARGE }, { address })

it('disconnects a client that does not read, and goes on for others', async () => {
  const company = await newCompany(db)
  const clients = await newClients(company)
  const address = await startMeasured()
  const socket = await openAndStopReading(address, await tokenOf(company.technician))
  const other = await subscribe(company.technician, { query: CHANGES }, { address })
  expect(await streamsOf(address)).toBe(2)
  await renameWhile(company, async () => (await streamsOf(address)) === 2)
  const last = await newClient(company)
  await vi.waitFor(() => {
    expect(other.changes.at(-1)).toMatchObject({ recordId: last.uuid })
  }, PATIENCE)
  const received = new Set(other.changes.map(({ recordId }) => recordId))
  expect(clients.every(({ uuid }) => received.has(uuid))).toBe(true)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
})

it('sends 3 MB that change in one transaction to a client that reads', async () => {
  const company = await newCompany(db)
  await newClients(company)
  const address = await startMeasured()
  const received = await subscribeToLarge(company.technician, address)
  await rename(company, 1)
  await vi.waitFor(() => {
    const names = received.changes.map((change) => change['r0']?.legalName as string)
    expect(names.filter((name) => name.startsWith('1 x')).length).toBe(CLIENTS)
  }, PATIENCE)
  expect(received.codes).toEqual([])
})

it('disconnects a WebSocket whose client does not read', async () => {
  const company = await newCompany(db)
  await newClients(company)
  const address = await startMeasured()
  const socket = new WebSocket(
    address.replace('http', 'ws') + '/graphql/stream',
    'graphql-transport-ws',
  )
  onTestFinished(() => {
    socket.terminate()
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const send = (message: object) => {
    socket.send(JSON.stringify(message))
  }
  const next = () => new Promise((resolve) => socket.once('message', resolve))
  const authorization = `Bearer ${await tokenOf(company.technician)}`
  send({ type: 'connection_init', payload: { authorization } })
  await next()
  send({ type: 'subscribe', id: '1', payload: { query: LARGE } })
  await next()
  socket.pause()
  expect(await streamsOf(address, 'websocket')).toBe(1)
  await renameWhile(company, async () => (await streamsOf(address, 'websocket')) === 1)
  let received = ''
  socket.on('message', (data: Buffer) => (received = data.toString().slice(-1000)))
  const closed = once(socket, 'close')
  await delay(6000)
  socket.resume()
  expect(await closed).toMatchObject([1006, expect.anything()])
  // The client would have read the error from a socket that was still open.
  expect(received).not.toContain('RESYNC')
})

it('ends for a revocation while a client reads slowly what it has missed', async () => {
  const company = await newCompany(db)
  const address = await startMeasured()
  const { cursor } = await subscribeToLarge(company.technician, address)
  await newManyClients(company)
  const token = await tokenOf(company.technician)
  await openAndStopReading(address, token, { after: cursor })
  await vi.waitFor(async () => {
    expect(await streamsOf(address)).toBe(2)
  }, PATIENCE)
  await db.prisma.session.updateMany({
    where: { companyId: company.companyId, userId: company.users.technician.id },
    data: { revokedAt: new Date() },
  })
  await vi.waitFor(async () => {
    expect(await streamsOf(address)).toBe(0)
  }, PATIENCE)
})

it('disconnects a client that does not read a page of what it has missed for a minute', async () => {
  // Before the service measures a time.
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const company = await newCompany(db)
  const address = await startMeasured()
  const { cursor } = await subscribe(company.technician, { query: CHANGES }, { address })
  await newManyClients(company)
  const token = await tokenOf(company.technician)
  const socket = await openAndStopReading(address, token, { after: cursor })
  const after = async (milliseconds: number) => {
    // The kernel takes some pages first.
    await delay(2000)
    vi.advanceTimersByTime(milliseconds)
    await delay(500)
    return streamsOf(address)
  }
  expect(await after(0)).toBe(2)
  expect(await after(59_000)).toBe(2)
  vi.advanceTimersByTime(2000)
  await vi.waitFor(async () => {
    expect(await streamsOf(address)).toBe(1)
  }, PATIENCE)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-1000)))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
  expect(text).toContain('"RESYNC"')
})
