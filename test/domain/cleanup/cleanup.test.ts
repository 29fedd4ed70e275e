import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  deleteExpired,
  readCleanupFigures,
  startCleanup,
} from '../../../src/domain/cleanup/cleanup.js'
import { createCalendarLink } from '../../../src/domain/calendar/create-calendar-link.js'
import { newCompany, newWebhookDelivery, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { newSession } from '../../support/sessions.js'
import { silentLog } from '../../support/silent-log.js'

const db = testDatabase()

const all = async () => {
  while ((await deleteExpired(db, 0)) > 0);
}

/** Lets the tokens of a table expire some hours ago. */
const expire = (table: string, sessionId: string, hours: number) =>
  db.pool.query(
    `update ${table} set expires_at = now() - $2 * interval '1 hour' where session_id = $1`,
    [sessionId, hours],
  )

const sessionsOf = async ({ companyId }: TestCompany) =>
  (await db.prisma.session.findMany({ where: { companyId } })).map(({ id }) => id).sort()

it('deletes sessions that ended over a day ago, of each company, and no others', async () => {
  const companies = [await newCompany(db), await newCompany(db)]
  const kept = await Promise.all(
    companies.map(async (company) => {
      const open = async () => (await newSession(company.admin)).sessionId
      const [expired, revoked, lately, current] = [
        await open(),
        await open(),
        await open(),
        await open(),
      ]
      await expire('access_token', expired, 1200)
      await expire('refresh_token', expired, 25)
      await expire('access_token', lately, 1200)
      await expire('refresh_token', lately, 23)
      await db.pool.query(
        `update session set revoked_at = now() - interval '25 hours' where id = $1`,
        [revoked],
      )
      return [lately, current].sort()
    }),
  )
  await all()
  expect(await Promise.all(companies.map(sessionsOf))).toEqual(kept)
})

it('deletes the expired tokens of a session that goes on', async () => {
  const company = await newCompany(db)
  const { sessionId } = await newSession(company.admin)
  const hash = new Uint8Array(randomBytes(32))
  const { companyId } = company
  const expiresAt = new Date(Date.now() - 25 * 3_600_000)
  await db.prisma.accessToken.create({ data: { hash, companyId, sessionId, expiresAt } })
  await all()
  expect(await sessionsOf(company)).toEqual([sessionId])
  expect(await db.prisma.accessToken.count({ where: { sessionId } })).toBe(1)
})

it('deletes expired idempotency keys and tokens for new passwords', async () => {
  const { companyId, users } = await newCompany(db)
  const hash = () => new Uint8Array(randomBytes(32))
  const [old, recent] = [25, 23].map((hours) => new Date(Date.now() - hours * 3_600_000))
  for (const createdAt of [old!, recent!]) {
    await db.prisma.idempotencyKey.create({
      data: { hash: hash(), companyId, requestHash: hash(), createdAt },
    })
  }
  for (const expiresAt of [recent!, new Date(Date.now() + 60_000)]) {
    const userId = users.admin.id
    await db.prisma.passwordToken.create({ data: { hash: hash(), companyId, userId, expiresAt } })
  }
  await all()
  expect(await db.prisma.idempotencyKey.count({ where: { companyId } })).toBe(1)
  expect(await db.prisma.passwordToken.count({ where: { companyId } })).toBe(1)
})

it('deletes links to calendars that were revoked 30 days ago, and writes that into the log', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const days = [31, 29, null]
  const links = await Promise.all(
    days.map(async (age) => {
      const { uuid } = await createCalendarLink(company.technician, {})
      const revokedAt = age === null ? null : new Date(Date.now() - age * 86_400_000)
      await db.prisma.calendarLink.updateMany({ where: { companyId, uuid }, data: { revokedAt } })
      return uuid
    }),
  )
  await all()
  const left = await db.prisma.calendarLink.findMany({ where: { companyId } })
  expect(left.map(({ uuid }) => uuid).sort()).toEqual(links.slice(1).sort())
  const deleted = await db.prisma.auditEntry.findMany({ where: { companyId, action: 'deleted' } })
  expect(deleted).toMatchObject([{ recordType: 'CalendarLink', recordId: links[0] }])
})

it('deletes old deliveries of webhooks, also while an instance ticks', async () => {
  const company = await newCompany(db)
  const { companyId } = company
  const [old, recent] = [31, 29].map((days) => new Date(Date.now() - days * 86_400_000))
  await newWebhookDelivery(company, { createdAt: old!, state: 'delivered' })
  const kept = await newWebhookDelivery(company, { createdAt: recent! })
  const run = async () => {
    const stop = startCleanup(db, 0, silentLog)
    await expect.poll(() => db.prisma.webhookDelivery.count({ where: { companyId } })).toBe(1)
    await stop()
  }
  if (db.embedded) await run()
  else
    await db.transaction(async (tx) => {
      // The lock of `tick_states`.
      await tx.write({ text: 'select pg_advisory_xact_lock(72707372)' })
      await run()
    })
  expect(await db.prisma.webhookDelivery.findMany({ where: { companyId } })).toMatchObject([
    { uuid: kept.uuid },
  ])
})

it('deletes old audit entries, also those of a company that was deleted', async () => {
  const companyId = 2_000_000_000 + Math.floor(Math.random() * 1_000_000)
  const at = new Date(Date.now() - 3 * 86_400_000)
  const entry = { companyId, recordType: 'Client', recordId: randomUUID(), action: 'created', at }
  await db.prisma.auditEntry.createMany({
    data: Array.from({ length: 250 }, (_, index) => ({ ...entry, transactionId: BigInt(index) })),
  })
  await deleteExpired(db, 2)
  expect((await readCleanupFigures(db))?.leftOver).toMatchObject({
    audit_entry: expect.any(Number),
  })
  while ((await deleteExpired(db, 2)) > 0);
  expect(await db.prisma.auditEntry.count({ where: { companyId } })).toBe(0)
})

it('works in batches in the background, and notes when', async () => {
  const company = await newCompany(db)
  const { sessionId } = await newSession(company.admin)
  const { companyId } = company
  const expiresAt = new Date(Date.now() - 48 * 3_600_000)
  await db.prisma.accessToken.createMany({
    data: Array.from({ length: 2500 }, () => ({
      hash: new Uint8Array(randomBytes(32)),
      companyId,
      sessionId,
      expiresAt,
    })),
  })
  await deleteExpired(db, 0)
  const left = (await readCleanupFigures(db))?.leftOver?.['access_token']
  expect(left).toBeGreaterThanOrEqual(1500)
  const start = Date.now()
  const stop = startCleanup(db, 0, silentLog)
  await expect.poll(() => db.prisma.accessToken.count({ where: { sessionId } })).toBe(1)
  await delay(0)
  await stop()
  const figures = await readCleanupFigures(db)
  expect(figures?.cleanedAt?.getTime()).toBeGreaterThanOrEqual(start - 1000)
  expect(figures?.leftOver).toMatchObject({ access_token: 0, session: expect.any(Number) })
})

it('pauses between two batches for at least as long as the first took', async () => {
  const company = await newCompany(db)
  const { sessionId } = await newSession(company.admin)
  await expire('refresh_token', sessionId, 25)
  await expire('access_token', sessionId, 25)
  const TAKES_MS = 300
  const batches: { start: number; end: number }[] = []
  const write: typeof db.write = async (statement) => {
    const start = performance.now()
    await delay(TAKES_MS)
    const result = await db.write(statement)
    batches.push({ start, end: performance.now() })
    return result as never
  }
  const stop = startCleanup({ write }, 0, silentLog)
  await expect.poll(() => batches.length).toBeGreaterThan(1)
  await stop()
  const [first, second] = batches
  // A timer may fire a millisecond early.
  expect(second!.start - first!.end).toBeGreaterThanOrEqual(first!.end - first!.start - 2)
})
