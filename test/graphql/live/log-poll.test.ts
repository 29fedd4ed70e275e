import { expect, it, vi } from 'vitest'
import { readChanges } from '../../../src/domain/change-feed/read-changes.js'
import { isAfter } from '../../../src/domain/change-feed/read-logs.js'
import { LiveCompany } from '../../../src/graphql/live/live-company.js'
import { LogPoll } from '../../../src/graphql/live/log-poll.js'
import { newClient, newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 500_000, interval: 20 }

it('leaves a company alone whose first stream has joined while the log was read', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const service = serviceDatabase()
  const reader = { db: service.forCaller({ companyId }), companyId }
  const { position } = (await readChanges(reader, undefined))!
  await newClient(company)
  const before = new LiveCompany(companyId, service, position)
  const companies = new Map([[companyId, before]])
  const poll = new LogPoll(service, companies, (error) => {
    throw error
  })
  const reading = poll.next()
  // The last stream ends, and another one begins, which has read further already.
  const further = { ...position, transactionId: String(BigInt(position.transactionId) + 1000000n) }
  const after = new LiveCompany(companyId, service, further)
  companies.set(companyId, after)
  await reading
  expect(after.position).toEqual(further)
  expect(poll.polledAt).toBeGreaterThan(0)
})

it('reads the logs of other companies while that of one cannot be read', async () => {
  const service = serviceDatabase()
  // One statement reads the logs of all companies.
  if (!service.isRestricted && !service.status().isSharded) return
  const failing = await newCompany(db)
  const company = await newCompany(db)
  const { companyId } = company
  const reader = { db: service.forCaller({ companyId }), companyId }
  const { position } = (await readChanges(reader, undefined))!
  // PostgreSQL refuses this position.
  const refused = { transactionId: 'none', id: 0 }
  const broken = new LiveCompany(failing.companyId, service, refused)
  const live = new LiveCompany(companyId, service, position)
  const companies = new Map([broken, live].map((each) => [each.id, each]))
  const reported: unknown[] = []
  const poll = new LogPoll(service, companies, (error) => reported.push(error))
  await newClient(company)
  await vi.waitFor(async () => {
    await poll.next()
    expect(isAfter(live.position, position)).toBe(true)
  }, PATIENCE)
  expect(poll.polledAt).toBeGreaterThan(0)
  expect(broken.position).toEqual(refused)
  expect(reported).toEqual([expect.objectContaining({ code: '22P02' })])
})

it('stays just after the newest row of a company while others write: after a move, its numbers may go on there', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const { uuid } = await newClient(company)
  const { transactionId: newest } = (await db.prisma.auditEntry.findFirst({
    where: { companyId, recordId: uuid },
  }))!
  const end = { transactionId: String(newest + 1n), id: 0 }
  const service = serviceDatabase()
  const reader = { db: service.forCaller({ companyId }), companyId }
  await vi.waitFor(async () => {
    await db.pool.query('select pg_current_xact_id()')
    expect((await readChanges(reader, undefined))!.position).toEqual(end)
  }, PATIENCE)
  for (let writes = 0; writes < 5; writes += 1) await db.pool.query('select pg_current_xact_id()')
  expect((await readChanges(reader, undefined))!.position).toEqual(end)
  expect((await readChanges(reader, end))!.position).toEqual(end)
  const live = new LiveCompany(companyId, service, end)
  await new LogPoll(service, new Map([[companyId, live]]), () => undefined).next()
  expect(live.position).toEqual(end)
})
