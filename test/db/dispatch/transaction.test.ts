import { randomUUID } from 'node:crypto'
import type { Prisma } from '../../../src/db/generated/prisma/client.js'
import { expect, it } from 'vitest'
import { newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { poolOf, sentBy } from '../../support/statements.js'

const db = serviceDatabase()
const pool = poolOf(testDatabase())

const textsOf = async (work: () => Promise<unknown>) =>
  (await sentBy(pool, work)).map(({ text }) => text)

it('sends nothing if its work sends no statement', async () => {
  expect(await textsOf(() => db.transaction(async () => 'done'))).toEqual([])
  const refused = db.transaction(() => Promise.reject(new Error('invalid input')))
  expect(await textsOf(() => expect(refused).rejects.toThrow('invalid input'))).toEqual([])
})

it('sends begin, the settings and the first statement in one write', async () => {
  const { companyId } = await newCompany(testDatabase())
  const own = db.forCaller({ companyId, actor: { user: 7 } })
  const client = await pool.connect()
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } })
    .connection
  const write = stream.write.bind(stream)
  let corked = 0
  stream.write = ((...parameters: Parameters<typeof write>) => {
    if ((stream as unknown as { writableCorked: number }).writableCorked > 0) corked += 1
    return write(...parameters)
  }) as typeof stream.write
  client.release()
  const texts = await textsOf(() =>
    own.transaction(async (tx) => {
      const { rows } = await tx.read({ text: `select current_setting('app.actor') as actor` })
      expect(rows).toEqual([{ actor: '{"user":7}' }])
    }),
  )
  Reflect.deleteProperty(stream, 'write')
  expect(texts).toEqual([
    expect.stringMatching(/^begin; .*set local app\.actor = '\{"user":7\}'$/),
    `select current_setting('app.actor') as actor`,
    'commit',
  ])
  expect(corked).toBeGreaterThan(1)
})

it('gives Prisma its connection, also beside statements of its own', async () => {
  const { companyId } = await newCompany(testDatabase())
  const own = db.forCaller({ companyId })
  const text = 'select pg_current_xact_id()::text as id'
  const ids = await own.transaction(async (tx) => {
    const results = await Promise.all([
      tx.read<{ id: string }>({ text }),
      tx.prisma.$queryRawUnsafe<{ id: string }[]>(text),
    ])
    return [results[0].rows[0]?.id, results[1][0]?.id]
  })
  expect(ids[0]).toBe(ids[1])
})

it('keeps the transactions of Prisma apart when many run at the same time', async () => {
  const companies = await Promise.all(Array.from({ length: 8 }, () => newCompany(testDatabase())))
  const names = await Promise.all(
    Array.from({ length: 64 }, async (_, index) => {
      const { companyId } = companies[index % 8]!
      return db.forCaller({ companyId, actor: { user: index } }).transaction(async ({ prisma }) => {
        const actor = () =>
          prisma.$queryRawUnsafe<{ user: number }[]>(
            `select (current_setting('app.actor')::json ->> 'user')::int as user`,
          )
        const [one] = await actor()
        const [other] = await actor()
        return [one?.user, other?.user]
      })
    }),
  )
  expect(names).toEqual(names.map((_, index) => [index, index]))
})

it('rejects a statement of Prisma after the end of its transaction', async () => {
  const { companyId } = await newCompany(testDatabase())
  const own = db.forCaller({ companyId })
  const where = { companyId }
  let kept: Prisma.TransactionClient | undefined
  await own.transaction(async ({ prisma }) => {
    kept = prisma
    await prisma.client.count({ where })
  })
  await expect(kept?.client.count({ where })).rejects.toThrow()
})

it('never sends a late statement of a failed transaction in the transaction of another caller', async () => {
  const { companyId } = await newCompany(testDatabase())
  const own = db.forCaller({ companyId })
  const where = { companyId }
  let kept: Prisma.TransactionClient | undefined
  const failing = own.transaction(async ({ prisma }) => {
    kept = prisma
    await prisma.client.count({ where })
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  const late = await own.transaction(async ({ prisma }) => {
    await prisma.client.count({ where })
    return kept?.client.count({ where }).catch(() => 'rejected')
  })
  expect(late).toBe('rejected')
})

it('rolls back what Prisma wrote if its work rejects, and the next transaction is fine', async () => {
  const { companyId, users } = await newCompany(testDatabase())
  const own = db.forCaller({ companyId })
  const where = { companyId }
  const data = { uuid: randomUUID(), companyId, userId: users.admin.id, legalName: 'Never' }
  const count = () => own.transaction(({ prisma }) => prisma.client.count({ where }))
  for (let time = 0; time < 3; time += 1) {
    const failing = own.transaction(async ({ prisma }) => {
      await prisma.client.create({ data })
      expect(await prisma.client.count({ where })).toBe(1)
      throw new Error('stop')
    })
    await expect(failing).rejects.toThrow('stop')
    expect(await count()).toBe(0)
  }
})
