import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { deleteExpired } from '../../src/domain/cleanup/cleanup.js'
import { openSession } from '../../src/domain/credential/session.js'
import { runMutation } from '../graphql/mutations/run-mutation.js'
import {
  customField,
  domainOf,
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newJob,
  newSite,
  newUser,
  newZone,
  type TestCompany,
} from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, post, tokenOf } from '../support/graphql.js'
import { entriesOf } from './entries.js'

const db = testDatabase()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 60_000 }

/** Sets entries eleven days back. On a distributed database, the entries of each transaction have the ids from 1 on. */
const age = (entries: Awaited<ReturnType<typeof entriesOf>>) =>
  db.prisma.auditEntry.updateMany({
    where: {
      OR: entries.map(({ companyId, recordId, at, id }) => ({ companyId, recordId, at, id })),
    },
    data: { at: new Date(Date.now() - 11 * 86_400_000) },
  })

const CHANGES = 'changes { field before after }'

/** A change of one field. */
const change = (field: string, before: string | null, after: string | null) => ({
  field,
  before,
  after,
})

describe('history', () => {
  it('has the changes of a record, newest first, with their users', async () => {
    const company = await newCompany(db)
    const { id } = (await runMutation(company.admin, 'createClient', { legalName: 'Acme' })).client
    await runMutation(company.admin, 'updateClient', { id, legalName: 'Acme Ltd', vatNumber: 'V1' })
    await runMutation(company.admin, 'removeClient', { id })
    await runMutation(company.admin, 'restoreClient', { id })
    const { data } = await graph(company.admin)(
      `query ($id: ID!) { clients(filter: { ids: [$id] }) { nodes { history(first: 5) {
        totalCount pageInfo { hasNextPage }
        nodes { recordType recordId action operation sessionId requestId at user { email } apiKey { name } ${CHANGES} }
      } } } }`,
      { id },
    )
    const { nodes, ...rest } = data.clients.nodes[0].history
    expect(rest).toEqual({ totalCount: 4, pageInfo: { hasNextPage: false } })
    const { email, uuid: userId } = company.users.admin
    const ids = { sessionId: expect.any(String), requestId: expect.any(String) }
    const common = { ...ids, recordType: 'CLIENT', recordId: id, at: expect.any(String) }
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string
    const who = { ...common, user: { email }, apiKey: null }
    expect(nodes).toEqual([
      {
        ...who,
        action: 'RESTORED',
        operation: 'restoreClient',
        changes: [change('removedAt', at, null), change('removedById', userId, null)],
      },
      {
        ...who,
        action: 'REMOVED',
        operation: 'removeClient',
        changes: [change('removedAt', null, at), change('removedById', null, userId)],
      },
      {
        ...who,
        action: 'UPDATED',
        operation: 'updateClient',
        changes: [change('legalName', 'Acme', 'Acme Ltd'), change('vatNumber', null, 'V1')],
      },
      {
        ...who,
        action: 'CREATED',
        operation: 'createClient',
        changes: [change('createdById', null, userId), change('legalName', null, 'Acme')],
      },
    ])
  })

  it('shows references as ids, and enums and risks with the names of their values', async () => {
    const company = await newCompany(db)
    const [zone, other] = [await newZone(company), await newZone(company)]
    const { uuid: id } = await newAsset(company, { zoneId: zone.id, riskId: 1 })
    await runMutation(company.admin, 'updateAsset', { id, zoneId: other.uuid, riskLevel: 'LOW' })
    const job = await newJob(company, { siteId: zone.siteId })
    await runMutation(company.admin, 'updateJob', { id: job.uuid, zoneIds: [zone.uuid] })
    await runMutation(company.admin, 'cancelJob', { id: job.uuid })
    const { data } = await graph(company.admin)(
      `query ($asset: ID!, $job: ID!) {
        asset(id: $asset) { history(first: 1) { nodes { ${CHANGES} } } }
        job(id: $job) { history(first: 2) { nodes { ${CHANGES} } } }
      }`,
      { asset: id, job: job.uuid },
    )
    expect(data.asset.history.nodes).toEqual([
      {
        changes: [change('riskLevel', 'CRITICAL', 'LOW'), change('zoneId', zone.uuid, other.uuid)],
      },
    ])
    const [cancelled, zones] = data.job.history.nodes
    expect(cancelled.changes).toContainEqual(change('status', 'SCHEDULED', 'CANCELLED'))
    expect(zones.changes).toEqual([change('zoneIds', null, `["${zone.uuid}"]`)])
  })

  it('has the record of each entry, even if removed, and what the query selects of it', async () => {
    const company = await newCompany(db)
    const { uuid: siteId } = await newSite(company, { name: 'Dover' })
    const { id } = (await runMutation(company.admin, 'createClient', { legalName: 'Acme' })).client
    await runMutation(company.admin, 'removeClient', { id })
    const gone = await newZone(company)
    await db.prisma.zone.delete({
      where: { companyId_id: { companyId: company.companyId, id: gone.id } },
    })
    const { data, errors } = await graph(company.admin)(
      `query ($ids: [ID!]) { auditLog(filter: { recordIds: $ids }) { totalCount edges { node {
        recordId action again: record { id } record { __typename id databaseId
          ... on Client { legalName removedAt history(first: 1, offset: 1) { nodes { action record { id } } } }
          ... on Site { name zones { totalCount } stats: jobStatistics { totalCount } } } } } } }`,
      { ids: [id, siteId, gone.uuid] },
    )
    expect(errors).toBeUndefined()
    type Entry = { recordId: string; action: string; record: { id: string } | null; again: unknown }
    const entries = (data.auditLog.edges as { node: Entry }[]).map(({ node }) => node)
    const of = (wanted: string) => entries.filter(({ recordId }) => recordId === wanted)
    expect(of(gone.uuid).map(({ record, again }) => [record, again])).toEqual([
      [null, null],
      [null, null],
    ])
    expect(of(siteId)[0]?.record).toMatchObject({
      __typename: 'Site',
      id: siteId,
      name: 'Dover',
      zones: { totalCount: 0 },
    })
    expect(of(id)).toHaveLength(2)
    for (const { record, again } of of(id)) {
      expect(again).toEqual({ id })
      expect(record).toMatchObject({
        __typename: 'Client',
        legalName: 'Acme',
        removedAt: expect.any(String),
        history: { nodes: [{ action: 'CREATED', record: { id } }] },
      })
    }
  })

  it('has no record of a session, and none of another company', async () => {
    const [company, other] = [await newCompany(db), await newCompany(db)]
    const { uuid } = await newClient(other)
    const { companyId } = company
    const { id } = company.users.admin
    await openSession(company.admin.db, company.admin.viewer, 'graphql', {})
    // An entry that cannot exist: its record belongs to another company.
    await db.prisma.auditEntry.create({
      data: {
        companyId,
        transactionId: 1n,
        recordType: 'Client',
        recordId: uuid,
        action: 'created',
        userId: id,
      },
    })
    const { data } = await graph(company.admin)(
      `query ($ids: [ID!]) {
        session: auditLog(filter: { recordTypes: [SESSION] }) { nodes { record { id } } }
        foreign: auditLog(filter: { recordIds: $ids }) { nodes { record { id } } }
      }`,
      { ids: [uuid] },
    )
    expect(data.session.nodes).toContainEqual({ record: null })
    expect(data.foreign.nodes).toEqual([{ record: null }])
  })

  it('is read for all records of a list with one statement', async () => {
    const company = await newCompany(db)
    for (let index = 0; index < 3; index += 1) await newSite(company)
    const { data } = await graph(company.admin)(
      '{ sites { nodes { id history { nodes { recordId action } } } } }',
    )
    expect(data.sites.nodes).toHaveLength(3)
    for (const { id, history } of data.sites.nodes)
      expect(history.nodes).toEqual([{ recordId: id, action: 'CREATED' }])
  })

  it('has an entry of an asset whose type has another label for a field', async () => {
    const company = await newCompany(db)
    const field = customField({ label: 'Agent' })
    const type = await newAssetType(company, { customFields: [field] })
    const asset = await newAsset(company, { typeId: type.id, metaData: { [field.fieldId]: 'CO2' } })
    const customFields = [{ fieldId: field.fieldId, label: 'Extinguishing agent' }]
    await runMutation(company.admin, 'updateAssetType', { id: type.uuid, customFields })
    const { data } = await graph(company.admin)(
      `query ($id: ID!) { asset(id: $id) { history(first: 1) {
        nodes { action operation changes { field } user { id } } } } }`,
      { id: asset.uuid },
    )
    const user = { id: company.users.admin.uuid }
    expect(data.asset.history.nodes).toEqual([
      { action: 'UPDATED', operation: 'updateAssetType', changes: [], user },
    ])
  })

  it('names the API key that opened the session', async () => {
    const company = await newCompany(db)
    const { apiKey } = await runMutation(company.admin, 'createApiKey', { name: 'Importer' })
    const { id } = await db.prisma.apiKey.findFirstOrThrow({ where: { uuid: apiKey.id } })
    const { accessToken } = await openSession(company.admin.db, company.admin.viewer, 'set_b', {
      apiKeyId: id,
    })
    const { data } = await post(
      'mutation { createClient(input: { legalName: "Acme" }) { client { history { nodes { apiKey { name } } } } } }',
      {},
      { authorization: `Bearer ${accessToken}` },
    )
    expect(data.createClient.client.history.nodes).toEqual([{ apiKey: { name: 'Importer' } }])
  })

  it('is FORBIDDEN for technicians, wherever the query reaches it', async () => {
    const company = await newCompany(db)
    const { admin, technician } = company
    await newClient(company)
    const history = 'history { nodes { action } }'
    for (const query of [
      '{ auditLog { totalCount } }',
      `{ company { ${history} } }`,
      `{ viewer { user { ${history} } } }`,
      '{ clients { nodes { history { totalCount } } } }',
    ]) {
      const { errors } = await graph(technician)(query)
      expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(['FORBIDDEN'])
      expect((await graph(admin)(query)).errors).toBeUndefined()
    }
  })
})

describe('auditLog', () => {
  const auditLog = async (company: TestCompany, filter: object, first = 50) => {
    const { data, errors } = await graph(company.admin)(
      `query ($filter: AuditEntryFilter, $first: Int) { auditLog(filter: $filter, first: $first) {
        totalCount nodes { recordType action operation } } }`,
      { filter, first },
    )
    expect(errors).toBeUndefined()
    return data.auditLog
  }

  it('filters by user, record, type, action, operation, request and time', async () => {
    const company = await newCompany(db)
    const user = await newUser(company, { role: 'admin' })
    const other = domainOf(company, user.id, 'admin')
    const { id } = (await runMutation(other, 'createClient', { legalName: 'Acme' })).client
    await runMutation(company.admin, 'updateClient', { id, legalName: 'Acme Ltd' })
    const created = { recordType: 'CLIENT', action: 'CREATED', operation: 'createClient' }
    const updated = { recordType: 'CLIENT', action: 'UPDATED', operation: 'updateClient' }
    const entries = await entriesOf(company)
    const requestIds = [entries.find(({ operation }) => operation === 'createClient')?.requestId]
    const clients = { recordTypes: ['CLIENT'] }
    for (const [filter, found] of [
      [clients, [updated, created]],
      [{ ...clients, userIds: [user.uuid] }, [created]],
      [{ recordIds: [id], userIds: [company.admin.viewer.userId] }, [updated]],
      [{ recordIds: [id] }, [updated, created]],
      [{ ...clients, actions: ['UPDATED'] }, [updated]],
      [{ operations: ['createClient'] }, [created]],
      [{ requestIds }, [created]],
      [{ ...clients, at: { to: '2020-01-01T00:00:00Z' } }, []],
      [{ ...clients, not: { actions: ['CREATED'] } }, [updated]],
      [{ recordIds: ['nonsense'] }, []],
    ] as const) {
      expect(await auditLog(company, filter)).toEqual({ totalCount: found.length, nodes: found })
    }
  })

  it('has pages in both directions', async () => {
    const company = await newCompany(db)
    for (const legalName of ['A', 'B', 'C']) await newClient(company, { legalName })
    const read = async (args: string) => {
      const { data } = await graph(company.admin)(
        `{ auditLog(filter: { recordTypes: [CLIENT] }, ${args}) {
          pageInfo { endCursor startCursor } nodes { changes { field after } } } }`,
      )
      const names = data.auditLog.nodes.map(
        ({ changes }: { changes: { field: string; after: string }[] }) =>
          changes.find(({ field }) => field === 'legalName')?.after,
      ) as string[]
      return { names, ...data.auditLog.pageInfo }
    }
    const first = await read('first: 2')
    expect(first.names).toEqual(['C', 'B'])
    const second = await read(`first: 2, after: "${first.endCursor}"`)
    expect(second.names).toEqual(['A'])
    const back = () => read(`last: 1, before: "${second.startCursor}"`)
    // Backwards, an entry appears when no transaction on the server is older.
    await vi.waitFor(async () => {
      expect((await back()).names).toEqual(['B'])
    }, PATIENCE)
  })

  it('fails with CURSOR_EXPIRED for a client that follows it, if entries after its cursor were deleted', async () => {
    const company = await newCompany(db)
    for (const legalName of ['A', 'B', 'C']) await newClient(company, { legalName })
    const read = (args: string) =>
      graph(company.admin)(
        `{ auditLog(filter: { recordTypes: [CLIENT] }, ${args}) { edges { cursor } } clients { totalCount } }`,
      )
    const ascending = 'orderBy: [{ field: TRANSACTION }]'
    const { data } = await vi.waitFor(async () => {
      const page = await read(`first: 100, ${ascending}`)
      expect(page.errors).toBeUndefined()
      expect(page.data.auditLog.edges).toHaveLength(3)
      return page
    }, PATIENCE)
    const cursors = data.auditLog.edges.map(({ cursor }: { cursor: string }) => cursor) as string[]
    const after = (index: number) => read(`first: 1, after: "${cursors.at(index)}", ${ascending}`)
    const descending = await read('first: 100')
    const newest = descending.data.auditLog.edges.map(({ cursor }: { cursor: string }) => cursor)
    const entries = await entriesOf(company)
    const second = entries.filter(({ recordType }) => recordType === 'Client')[1]
    const old = entries.slice(0, entries.findIndex((entry) => entry === second) + 1)
    await age(old)
    while ((await deleteExpired(db, 10)) > 0);

    // A client that has read the last deleted entry has missed nothing.
    expect((await after(1)).data.auditLog.edges).toHaveLength(1)
    for (const expired of [
      await after(0),
      await read(`last: 1, before: "${cursors.at(0)}", ${ascending}`),
      await read(`last: 1, before: "${newest.at(2)}"`),
    ]) {
      expect(expired.data).toEqual({ auditLog: null, clients: { totalCount: 3 } })
      expect(expired.errors).toEqual([
        expect.objectContaining({
          path: ['auditLog'],
          message: expect.stringContaining('have been deleted'),
          extensions: { code: 'CURSOR_EXPIRED' },
        }),
      ])
    }
    // Towards older entries, the list just ends.
    const older = await read(`first: 1, after: "${newest.at(2)}"`)
    expect(older).toMatchObject({ data: { auditLog: { edges: [] } } })
    expect((await read(`first: 10, ${ascending}`)).data.auditLog.edges).toHaveLength(1)
  })

  it('has no entry of another company', async () => {
    const [ours, theirs] = [await newCompany(db), await newCompany(db)]
    const { uuid } = await newClient(theirs)
    const { id: userId } = theirs.users.admin
    expect(await auditLog(ours, { recordIds: [uuid] })).toEqual({ totalCount: 0, nodes: [] })
    expect((await auditLog(ours, { userIds: [userId] })).totalCount).toBe(0)
    const { data } = await graph(ours.admin)('{ auditLog(first: 100) { nodes { recordId } } }')
    const own = new Set((await entriesOf(ours)).map(({ recordId }) => recordId))
    for (const { recordId } of data.auditLog.nodes) expect(own).toContain(recordId)
  })

  it('names each of several users whose writes share a commit', async () => {
    const company = await newCompany(db)
    const input = {
      zoneId: (await newZone(company)).uuid,
      typeId: (await newAssetType(company)).uuid,
    }
    const users = await Promise.all([1, 2, 3, 4, 5].map(() => newUser(company)))
    const created = await Promise.all(
      users.map(async ({ id }) => {
        const { asset } = await runMutation(
          domainOf(company, id, 'technician'),
          'createAsset',
          input,
        )
        return [asset.id, id] as [string, number]
      }),
    )
    const assets = (await entriesOf(company)).filter(({ recordType }) => recordType === 'Asset')
    const found = assets.map(({ recordId, userId }) => [recordId, userId] as [string, number])
    expect(new Map(found)).toEqual(new Map(created))
  })

  it('has an entry for each row of a statement, and none for counters or without a change', async () => {
    const company = await newCompany(db)
    await newClient(company, { legalName: 'A' })
    await newClient(company, { legalName: 'B' })
    const before = await entriesOf(company)
    const { companyId } = company
    await db.prisma.client.updateMany({ where: { companyId }, data: { vatNumber: 'V' } })
    await db.prisma.client.updateMany({ where: { companyId }, data: { vatNumber: 'V' } })
    await db.prisma.company.update({ where: { id: companyId }, data: { jobNumber: 7 } })
    const entries = (await entriesOf(company)).slice(before.length)
    expect(entries.map(({ action, after }) => ({ action, after }))).toEqual([
      { action: 'updated', after: { vatNumber: 'V' } },
      { action: 'updated', after: { vatNumber: 'V' } },
    ])
  })

  it('deletes the entries that are older than AUDIT_DAYS', async () => {
    const company = await newCompany(db)
    for (let index = 0; index < 5; index += 1) await newClient(company)
    const all = await entriesOf(company)
    await age(all.slice(0, 4))
    while ((await deleteExpired(db, 10)) > 0);
    expect(await entriesOf(company)).toEqual(all.slice(4))
  })
})

/** The embedded database has one connection, so transactions are one after the other there. */
describe.runIf(process.env['DATABASE_URL'])('a client that follows the log', () => {
  /** The pages in ascending order, or those that lead to newer entries in the default order, which begins with the newest. */
  const PAGES = {
    ascending: 'first: 100, after: $cursor, orderBy: [{ field: TRANSACTION }]',
    backward: 'last: 100, before: $cursor',
  }

  const follower = async (company: TestCompany, pages: keyof typeof PAGES = 'ascending') => {
    const authorization = `Bearer ${await tokenOf(company.admin)}`
    let cursor: string | null = null
    const seen: string[] = []
    const readOn = async () => {
      const { data } = await post(
        `query ($cursor: String) { auditLog(${PAGES[pages]}, filter: { recordTypes: [CLIENT] }) {
          edges { cursor node { recordId } } } }`,
        { cursor },
        { authorization },
      )
      const { edges } = data.auditLog as { edges: { cursor: string; node: { recordId: string } }[] }
      const ascending = pages === 'ascending' ? edges : edges.toReversed()
      seen.push(...ascending.map(({ node }) => node.recordId))
      cursor = ascending.at(-1)?.cursor ?? cursor
      return seen
    }
    return readOn
  }
  const insert = `insert into client (uuid, company_id, user_id, legal_name) values ($1, $2, $3, 'A')`

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'misses no entry of a transaction that is committed late: %s pages',
    async (pages) => {
      const company = await newCompany(db)
      const readOn = await follower(company, pages)
      const values = (uuid: string) => [uuid, company.companyId, company.users.admin.id]
      const [slow, quick] = [randomUUID(), randomUUID()]
      const client = await db.pool.connect()
      try {
        await client.query('begin')
        await client.query(insert, values(slow))
        await db.pool.query(insert, values(quick))
        for (let time = 0; time < 3; time += 1) expect(await readOn()).toEqual([])
        await client.query('commit')
      } finally {
        client.release()
      }
      await vi.waitFor(async () => {
        expect(await readOn()).toEqual([slow, quick])
      }, 60_000)
    },
  )

  it('sees each entry once, while many transactions are open for different times', async () => {
    const company = await newCompany(db)
    const readOn = await follower(company)
    let writing = true
    const write = async (index: number) => {
      const client = await db.pool.connect()
      const uuids = [randomUUID(), randomUUID()]
      try {
        await client.query('begin')
        for (const uuid of uuids) {
          await client.query(insert, [uuid, company.companyId, company.users.admin.id])
          await client.query('select pg_sleep($1)', [((index * 7) % 11) / 100])
        }
        await client.query('commit')
        return uuids
      } finally {
        client.release()
      }
    }
    const follow = async () => {
      while (writing) await readOn()
    }
    const following = follow()
    const written: string[] = []
    // Five of the ten connections write.
    const writer = async (first: number) => {
      for (let index = first; index < 50; index += 5) written.push(...(await write(index)))
    }
    await Promise.all([0, 1, 2, 3, 4].map(writer))
    writing = false
    await following
    await vi.waitFor(async () => {
      expect(await readOn()).toHaveLength(written.length)
    }, 60_000)
    expect([...(await readOn())].sort()).toEqual(written.sort())
  })
})
