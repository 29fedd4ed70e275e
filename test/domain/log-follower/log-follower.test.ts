import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../../../src/db/connect.js'
import { Random } from '../../../src/demo/random.js'
import { deleteExpired } from '../../../src/domain/cleanup/cleanup.js'
import { type Consumer, followPage, PAGE } from '../../../src/domain/log-follower/follow-page.js'
import { LogFollower, startLogFollower } from '../../../src/domain/log-follower/follower-worker.js'
import type { LogRow } from '../../../src/domain/log-follower/log-row.js'
import { startFollowing } from '../../../src/domain/log-follower/position.js'
import { runMutation } from '../../graphql/mutations/run-mutation.js'
import {
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  type TestCompany,
} from '../../support/builders.js'
import { databaseOfOtherInstance, serviceDatabase, testDatabase } from '../../support/database.js'
import { silentLog } from '../../support/silent-log.js'
import { inDays, tick } from '../state-change/state-changes.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 500_000, interval: 20 }

let names = 0

/** A consumer that follows the company's log, and writes a row for each row about a client, in the transaction of the page. */
async function newConsumer(company: TestCompany, consume?: Consumer['consume']) {
  const { companyId } = company
  names += 1
  const name = `test ${names} of ${companyId}`
  const consumer: Consumer = {
    name,
    consume: async (reading) => {
      for (const { recordType, recordId, position } of reading.rows) {
        // Rows of `newCompany` may follow, if a transaction of another test was in progress.
        if (recordType !== 'Client') continue
        const hash = Buffer.from(`${name} ${position.transactionId} ${position.id} ${recordId}`)
        // The primary key refuses a row that comes twice.
        await reading.tx.prisma.idempotencyKey.create({
          data: { companyId, hash, requestHash: Buffer.from(name), answer: Buffer.from(recordId) },
        })
      }
      await consume?.(reading)
    },
  }
  await startFollowing(serviceDatabase().forCaller({ companyId }), { companyId, consumer: name })
  /** The ids of the records whose rows were committed. */
  const seen = async () => {
    const rows = await db.prisma.idempotencyKey.findMany({
      where: { companyId, requestHash: Buffer.from(name) },
    })
    return rows.map(({ answer }) => Buffer.from(answer ?? []).toString()).toSorted()
  }
  return { consumer, seen }
}

const follow = (consumer: Consumer, { companyId }: TestCompany, database?: Database) =>
  followPage(database ?? serviceDatabase(), consumer, companyId)

/** Reads all that is settled. */
async function followAll(consumer: Consumer, company: TestCompany, database?: Database) {
  while (await follow(consumer, company, database));
}

it('hands the entries with their changes, and the state changes, to the consumer', async () => {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id, createdAt: inDays(-8) })
  const rows: LogRow[] = []
  const { consumer } = await newConsumer(company, async (reading) => {
    rows.push(...reading.rows)
  })
  const { id } = (await runMutation(company.admin, 'createClient', { legalName: 'A' })).client
  await runMutation(company.admin, 'updateClient', { id, legalName: 'B' })
  await tick(new Date(), inDays(-3))
  await vi.waitFor(async () => {
    await followAll(consumer, company)
    expect(rows.map(({ action }) => action)).toContain('state')
  }, PATIENCE)
  const { userId } = company.admin.viewer
  expect(rows.filter(({ recordId }) => recordId === id)).toEqual([
    expect.objectContaining({
      action: 'created',
      recordType: 'Client',
      userId,
      operation: 'createClient',
    }),
    expect.objectContaining({
      action: 'updated',
      at: expect.any(Date) as Date,
      changes: [{ field: 'legalName', before: 'A', after: 'B' }],
    }),
  ])
  expect(rows.at(-1)).toEqual({
    ...{
      action: 'state',
      kind: 'asset_status',
      fromState: 'ok',
      toState: 'overdue',
      cause: 'time',
    },
    ...{ userId: null, apiKeyId: null, requestId: null },
    ...{ recordType: 'Asset', recordId: asset.uuid },
    at: new Date(+asset.createdAt + 7 * 86_400_000),
    position: { transactionId: expect.any(String) as string, id: expect.any(Number) as number },
  })
})

it('misses nothing and repeats nothing, while transactions commit out of order and two instances read', async () => {
  const company = await newCompany(db)
  const { consumer, seen } = await newConsumer(company)
  const random = new Random('slow transactions')
  const written: string[] = []
  const instances = [serviceDatabase(), databaseOfOtherInstance()]
  let isWriting = true
  const readers = instances.map(async (instance) => {
    while (isWriting) {
      await follow(consumer, company, instance)
      await delay(2)
    }
  })
  const write = async () => {
    const waitMs = random.fraction() * 40
    const fails = random.fraction() < 0.2
    await db
      .transaction(async (tx) => {
        const inside = { ...company, db: { ...db, prisma: tx.prisma } as unknown as typeof db }
        const clients = [await newClient(inside), await newClient(inside)]
        await delay(waitMs)
        clients.push(await newClient(inside))
        if (fails) throw new Error('rolled back')
        return clients
      })
      .then(
        (clients) => written.push(...clients.map(({ uuid }) => uuid)),
        () => undefined,
      )
  }
  for (let round = 0; round < 15; round += 1) {
    await Promise.all(Array.from({ length: db.embedded ? 1 : 4 }, write))
  }
  isWriting = false
  await Promise.all(readers)
  await vi.waitFor(async () => {
    await followAll(consumer, company)
    expect(await seen()).toEqual(written.toSorted())
  }, PATIENCE)
})

it('reads a page again if the process stops between the page and the commit, or if the consumer fails', async () => {
  const company = await newCompany(db)
  let failures = 0
  const { consumer, seen } = await newConsumer(company, async ({ tx }) => {
    failures += 1
    if (failures === 1) throw new Error('the consumer failed')
    if (failures > 2 || db.embedded) return
    const { rows } = await tx.read<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
    await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await delay(50)
  })
  const { uuid } = await newClient(company)
  for (const attempt of db.embedded ? [1] : [1, 2]) {
    await vi.waitFor(async () => {
      await follow(consumer, company).catch(() => undefined)
      expect(failures).toBe(attempt)
    }, PATIENCE)
    expect(await seen()).toEqual([])
  }
  await followAll(consumer, company)
  expect(await seen()).toEqual([uuid])
  await followAll(consumer, company)
  expect(await seen()).toEqual([uuid])
})

it('lets one instance read a log, and the other instance pass on', async () => {
  if (db.embedded) return
  const company = await newCompany(db)
  const others: boolean[] = []
  const { consumer, seen } = await newConsumer(company, async () => {
    others.push(await follow(consumer, company, databaseOfOtherInstance()))
  })
  const { uuid } = await newClient(company)
  await vi.waitFor(async () => {
    await follow(consumer, company)
    expect(await seen()).toEqual([uuid])
  }, PATIENCE)
  expect(new Set(others)).toEqual(new Set([false]))
})

it('does not hold back other readers of the log while the consumer reads', async () => {
  if (db.embedded) return
  const company = await newCompany(db)
  const other = await newConsumer(company)
  const { consumer } = await newConsumer(company)
  const ids: (string | null)[] = []
  const reading: Consumer = {
    ...consumer,
    consume: async ({ tx }) => {
      const { rows } = await tx.read<{ id: string | null }>({
        text: 'select pg_current_xact_id_if_assigned()::text as id',
      })
      ids.push(rows[0]!.id)
    },
  }
  const { uuid } = await newClient(company)
  await vi.waitFor(async () => {
    await follow(reading, company)
    await follow(other.consumer, company)
    expect(await other.seen()).toEqual([uuid])
    // A transaction may have ended between the two calls.
    expect(ids).not.toEqual([])
  }, PATIENCE)
  expect(new Set(ids)).toEqual(new Set([null]))
})

it('warns if rows were deleted before the consumer has read them', async () => {
  const company = await newCompany(db)
  const { consumer, seen } = await newConsumer(company)
  const { companyId } = company
  const warnings: object[] = []
  const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
  const follower = new LogFollower(serviceDatabase(), [consumer], log)
  const followUntil = ({ uuid }: { uuid: string }) =>
    vi.waitFor(async () => {
      while (await follower.followAll());
      expect(await seen()).toContain(uuid)
    }, PATIENCE)
  await newClient(company)
  await db.prisma.auditEntry.updateMany({ where: { companyId }, data: { at: inDays(-11) } })
  while ((await deleteExpired(db, 10)) > 0);
  await followUntil(await newClient(company))
  await followUntil(await newClient(company))
  expect(warnings).toEqual([{ consumer: consumer.name, company: companyId }])
})

it('reads long logs in pages, each company in its turn, with one statement while nothing is new', async () => {
  const [long, short] = [await newCompany(db), await newCompany(db)]
  const turns: number[] = []
  const consumer: Consumer = {
    name: `turns of ${long.companyId}`,
    consume: async ({ companyId }) => void turns.push(companyId),
  }
  const service = serviceDatabase()
  for (const { companyId } of [long, short]) {
    await startFollowing(service.forCaller({ companyId }), { companyId, consumer: consumer.name })
  }
  const rows = Array.from({ length: 2 * PAGE + 1 }, (_, index) => ({
    companyId: long.companyId,
    userId: long.users.admin.id,
    uuid: crypto.randomUUID(),
    legalName: `Client ${index}`,
  }))
  await db.prisma.client.createMany({ data: rows })
  await newClient(short)
  const follower = new LogFollower(service, [consumer], silentLog)
  await vi.waitFor(async () => {
    while (await follower.followAll());
    expect(turns.filter((id) => id === long.companyId)).toHaveLength(3)
    expect(turns).toContain(short.companyId)
  }, PATIENCE)
  expect(turns.at(-1)).toBe(long.companyId)
  const { companyId } = short
  await db.prisma.logFollower.deleteMany({ where: { companyId, consumer: consumer.name } })
  const before = turns.length
  await newClient(short)
  await delay(50)
  await follower.followAll()
  expect(turns).toHaveLength(before)
})

it('follows all companies if the consumer wants it: old ones from now on, new ones from their beginning', async () => {
  const old = await newCompany(db)
  await newClient(old)
  const seen = new Map<number, string[]>()
  const consumer: Consumer = {
    name: `all since ${old.companyId}`,
    followsAll: true,
    consume: async ({ companyId, rows: [...rows] }) => {
      const before = seen.get(companyId) ?? []
      seen.set(companyId, [...before, ...rows.map(({ recordId }) => recordId)])
    },
  }
  const service = serviceDatabase()
  while (await new LogFollower(service, [consumer], silentLog).followAll());
  await delay(5)
  const recent = await newCompany(db)
  const clients = [await newClient(recent), await newClient(old)]
  const stop = startLogFollower(service, [consumer], silentLog, 20)
  onTestFinished(stop)
  await vi.waitFor(() => {
    expect(seen.get(recent.companyId)).toContain(recent.users.admin.uuid)
    expect(seen.get(recent.companyId)?.at(-1)).toBe(clients[0]!.uuid)
    expect(seen.get(old.companyId)?.at(-1)).toBe(clients[1]!.uuid)
  }, PATIENCE)
  await stop()
  await db.prisma.logFollower.deleteMany({ where: { consumer: consumer.name } })
})
