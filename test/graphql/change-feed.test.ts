import { expect, it, onTestFinished, vi } from 'vitest'
import { Random } from '../../src/demo/random.js'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import type { Domain } from '../../src/domain/domain.js'
import { inDays, tick } from '../domain/state-change/state-changes.js'
import {
  domainOf,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newInspection,
  newUser,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { post, tokenOf } from '../support/graphql.js'
import { runMutation } from './mutations/run-mutation.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 60_000 }

const QUERY = `query ($after: String, $types: [FeedRecordType!], $first: Int! = 100) {
  changes(after: $after, types: $types, first: $first) {
    cursor hasMore changes { cursor recordType recordId action record { id ... on Client { legalName } ... on Asset { code status } } }
  }
}`

interface Change {
  readonly cursor: string
  readonly recordType: string
  readonly recordId: string
  readonly action: 'UPSERT' | 'REMOVE'
  readonly record: { readonly id: string; readonly legalName?: string } | null
}

async function send(user: Domain, variables: Record<string, unknown> = {}) {
  const { data, errors } = await post(QUERY, variables, {
    authorization: `Bearer ${await tokenOf(user)}`,
  })
  const page = data?.changes as
    { cursor: string; hasMore: boolean; changes: Change[] } | null | undefined
  return { page, codes: errors?.map(({ extensions }) => extensions['code'] as string) }
}

/** A page that must succeed. */
async function pageOf(user: Domain, variables: Record<string, unknown> = {}) {
  const { page, codes } = await send(user, variables)
  expect(codes).toBeUndefined()
  return page!
}

/** All pages from a cursor to the end of the log. */
async function follow(user: Domain, after: string, variables: Record<string, unknown> = {}) {
  const changes: Change[] = []
  for (let cursor = after; ;) {
    const page = await pageOf(user, { ...variables, after: cursor })
    changes.push(...page.changes)
    cursor = page.cursor
    if (!page.hasMore) return { changes, cursor }
  }
}

/** A cursor before everything that the company does from now on, and after what it has done. */
async function begin(company: TestCompany): Promise<string> {
  const probe = await newClient(company)
  const start = await pageOf(company.technician)
  let cursor = start.cursor
  await vi.waitFor(async () => {
    const entries = await db.prisma.auditEntry.findMany({ where: { recordId: probe.uuid } })
    const page = await pageOf(company.technician)
    const [, , settled] = JSON.parse(Buffer.from(page.cursor, 'base64url').toString()) as string[]
    expect(BigInt(settled!)).toBeGreaterThan(entries[0]!.transactionId)
    cursor = page.cursor
  }, PATIENCE)
  return cursor
}

const shortOf = ({ recordId, action, record }: Change) =>
  [recordId, action, record && (record.legalName ?? record.id)] as const

it('begins with a cursor, and gives each changed record once, as it is now, to every user', async () => {
  const company = await newCompany(db)
  const start = await pageOf(company.technician)
  expect(start).toEqual({ cursor: expect.any(String), hasMore: false, changes: [] })
  const after = await begin(company)
  const { id } = (await runMutation(company.admin, 'createClient', { legalName: 'A' })).client
  const other = (await runMutation(company.admin, 'createClient', { legalName: 'B' })).client
  await runMutation(company.admin, 'updateClient', { id, legalName: 'A2' })
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, after)
    expect(changes.map(shortOf)).toEqual([
      [other.id, 'UPSERT', 'B'],
      [id, 'UPSERT', 'A2'],
    ])
  }, PATIENCE)
  const { cursor } = await follow(company.technician, after)
  await runMutation(company.admin, 'removeClient', { id })
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, cursor)
    expect(changes.map(shortOf)).toEqual([[id, 'REMOVE', null]])
  }, PATIENCE)
  const later = (await follow(company.technician, cursor)).cursor
  await runMutation(company.admin, 'restoreClient', { id })
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, later)
    expect(changes.map(shortOf)).toEqual([[id, 'UPSERT', 'A2']])
  }, PATIENCE)
})

it('names the keys of the own requests that alone have changed a record', async () => {
  const company = await newCompany(db)
  const after = await begin(company)
  const keys = ['first', 'second', 'third'].map((name) => `${name} of a device`)
  const places = {
    zoneId: (await newZone(company)).uuid,
    typeId: (await newAssetType(company)).uuid,
  }
  const { technician } = company
  const create = async (idempotencyKey?: string) =>
    (await runMutation(technician, 'createAsset', { ...places, idempotencyKey })).asset.id as string
  const [own, shared] = [await create(keys[0]), await create(keys[1])]
  await runMutation(company.admin, 'updateAsset', { id: shared, code: 'Changed by others' })
  const other = await create()
  const query = `query ($after: String, $keys: [String!]) {
    changes(after: $after, types: [ASSET], ownKeys: $keys) { changes { recordId ownKey } }
  }`
  const ownKeysOf = async (user: Domain, ownKeys: string[] | null) => {
    const authorization = `Bearer ${await tokenOf(user)}`
    const { data, errors } = await post(query, { after, keys: ownKeys }, { authorization })
    return (
      errors ??
      Object.fromEntries(
        (data.changes.changes as { recordId: string; ownKey: string | null }[]).map(
          ({ recordId, ownKey }) => [recordId, ownKey],
        ),
      )
    )
  }
  const none = { [own]: null, [shared]: null, [other]: null }
  await vi.waitFor(async () => {
    expect(await ownKeysOf(technician, keys)).toEqual({ ...none, [own]: keys[0] })
  }, PATIENCE)
  expect(await ownKeysOf(technician, null)).toEqual(none)
  expect(await ownKeysOf(technician, ['another'])).toEqual(none)
  const { id } = await newUser(company, { role: 'technician' })
  expect(await ownKeysOf(domainOf(company, id, 'technician'), keys)).toEqual(none)
  const many = Array.from({ length: 251 }, (_, index) => `${index}`)
  expect(await ownKeysOf(technician, many)).toEqual([
    expect.objectContaining({ extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }) }),
  ])
})

it('has what time does, and records that are voided', async () => {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id, createdAt: inDays(-8) })
  const inspection = await newInspection(company)
  const after = await begin(company)
  await tick(new Date(), inDays(-3))
  await runMutation(company.technician, 'voidInspection', { id: inspection.uuid, reason: 'Wrong' })
  const types = ['ASSET', 'INSPECTION']
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, after, { types })
    expect(changes).toEqual([
      expect.objectContaining({
        recordType: 'ASSET',
        record: { id: asset.uuid, code: asset.code, status: 'OVERDUE' },
      }),
      expect.objectContaining({ recordId: inspection.uuid, action: 'REMOVE', record: null }),
    ])
  }, PATIENCE)
})

it('continues from the cursor of any page and of any change', async () => {
  const company = await newCompany(db)
  const after = await begin(company)
  const clients = []
  for (let index = 0; index < 7; index += 1) clients.push(await newClient(company))
  await db.prisma.client.updateMany({
    where: { companyId: company.companyId, id: clients[0]!.id },
    data: { vatNumber: 'V' },
  })
  const expected = [...clients.slice(1), clients[0]!].map(({ uuid }) => uuid)
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, after)
    expect(changes.map(({ recordId }) => recordId)).toEqual(expected)
    for (const [index, { cursor }] of changes.entries()) {
      const rest = await follow(company.technician, cursor)
      expect(rest.changes.map(({ recordId }) => recordId)).toEqual(expected.slice(index + 1))
    }
  }, PATIENCE)
  const pages = await follow(company.technician, after, { first: 2 })
  // On the first page, the first client has not had its last change yet.
  expect(pages.changes.map(({ recordId }) => recordId)).toEqual([clients[0]!.uuid, ...expected])
})

it('reads a bounded part of the log for a page, and says that more follows', async () => {
  const company = await newCompany(db)
  const after = await begin(company)
  const { companyId } = company
  const client = await newClient(company)
  for (let index = 0; index < 600; index += 1) {
    const where = { companyId_id: { companyId, id: client.id } }
    await db.prisma.client.update({ where, data: { vatNumber: `${index}` }, select: { id: true } })
  }
  const asset = await newAsset(company)
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, after, { types: ['ASSET'] })
    expect(changes.map(({ recordId }) => recordId)).toEqual([asset.uuid])
  }, PATIENCE)
  const page = await pageOf(company.technician, { after, types: ['ASSET'] })
  expect([page.changes, page.hasMore]).toEqual([[], true])
})

it('misses nothing while transactions overlap', async () => {
  const company = await newCompany(db)
  if (db.embedded) return
  let after = await begin(company)
  const client = await db.pool.connect()
  onTestFinished(() => {
    client.release()
  })
  await client.query('begin')
  const insert = `insert into client (uuid, company_id, user_id, legal_name) values ($1, $2, $3, 'Slow')`
  const slow = crypto.randomUUID()
  await client.query(insert, [slow, company.companyId, company.users.admin.id])
  const quick = await newClient(company)
  const before = await follow(company.technician, after)
  expect(before.changes).toEqual([])
  after = before.cursor
  await client.query('commit')
  await vi.waitFor(async () => {
    const { changes } = await follow(company.technician, after)
    expect(changes.map(({ recordId }) => recordId)).toEqual([slow, quick.uuid])
  }, PATIENCE)
})

it('keeps a copy equal to the lists, beside writers', async () => {
  const company = await newCompany(db)
  let cursor = await begin(company)
  const names = new Map<string, string>()
  const { data } = await post(
    '{ clients(first: 100) { nodes { id legalName } } }',
    {},
    { authorization: `Bearer ${await tokenOf(company.technician)}` },
  )
  for (const { id, legalName } of data.clients.nodes) names.set(id, legalName)
  const random = new Random('feed')
  const writing = { end: false }
  const write = async () => {
    const own: string[] = []
    for (let index = 0; index < 25; index += 1) {
      const id = own[Math.floor(random.fraction() * own.length)]
      const choice = random.fraction()
      if (!id || choice < 0.4) {
        const input = { legalName: `N${index}` }
        own.push((await runMutation(company.admin, 'createClient', input)).client.id)
      } else if (choice < 0.7) {
        const { errors } = await post(
          'mutation ($input: UpdateClientInput!) { updateClient(input: $input) { userErrors { code } } }',
          { input: { id, legalName: `U${index}` } },
          { authorization: `Bearer ${await tokenOf(company.admin)}` },
        )
        expect(errors).toBeUndefined()
      } else if (choice < 0.9) await runMutation(company.admin, 'removeClient', { id })
      else await runMutation(company.admin, 'restoreClient', { id })
    }
  }
  const apply = async () => {
    const page = await pageOf(company.technician, { after: cursor, first: 3 })
    for (const { recordId, action, record } of page.changes) {
      if (action === 'REMOVE') names.delete(recordId)
      else if (record?.legalName !== undefined) names.set(recordId, record.legalName)
    }
    cursor = page.cursor
    return page.hasMore
  }
  const writers = Promise.all([write(), write(), write()]).then(() => {
    writing.end = true
  })
  const copying = (async () => {
    while (!writing.end) await apply()
  })()
  await writers
  await copying
  await vi.waitFor(async () => {
    while (await apply());
    const rows = await db.prisma.client.findMany({
      where: { companyId: company.companyId, deletedAt: null },
    })
    expect([...names].sort()).toEqual(rows.map(({ uuid, legalName }) => [uuid, legalName]).sort())
  }, PATIENCE)
})

it('has no record of another company', async () => {
  const [ours, theirs] = [await newCompany(db), await newCompany(db)]
  const after = await begin(ours)
  await newClient(theirs)
  const own = await newClient(ours)
  await vi.waitFor(async () => {
    const { changes } = await follow(ours.technician, after)
    expect(changes.map(({ recordId }) => recordId)).toEqual([own.uuid])
  }, PATIENCE)
})

it('refuses a cursor with RESYNC if the log after it was deleted, or if the role has changed', async () => {
  const company = await newCompany(db)
  const after = await begin(company)
  await newClient(company)
  const user = await newUser(company, { role: 'technician' })
  const own = (await pageOf(domainOf(company, user.id, 'technician'))).cursor
  const where = { companyId: company.companyId, userId: user.id }
  await db.prisma.membership.updateMany({ where, data: { role: 'admin' } })
  const admin = domainOf(company, user.id, 'admin')
  expect(await send(admin, { after: own })).toEqual({ page: undefined, codes: ['RESYNC'] })
  expect((await send(admin)).codes).toBeUndefined()
  await db.prisma.auditEntry.updateMany({
    where: { companyId: company.companyId },
    data: { at: inDays(-11) },
  })
  while ((await deleteExpired(db, 10)) > 0);
  expect((await send(company.technician, { after })).codes).toEqual(['RESYNC'])
  const { cursor } = await pageOf(company.technician)
  await vi.waitFor(async () => {
    expect((await send(company.technician, { after: cursor })).codes).toBeUndefined()
  }, PATIENCE)
})

it('refuses other cursors and sizes', async () => {
  const company = await newCompany(db)
  for (const variables of [
    { after: 'x' },
    { after: Buffer.from('["TRANSACTION asc","1",2]').toString('base64url') },
    { after: Buffer.from('["changes","technician","-1",0]').toString('base64url') },
    { after: Buffer.from('["changes","technician","1",99999999999]').toString('base64url') },
    { first: 0 },
    { first: 101 },
  ]) {
    expect((await send(company.technician, variables)).codes).toEqual(['BAD_USER_INPUT'])
  }
})
