import { expect, it, vi } from 'vitest'
import { inDays, tick } from '../../domain/state-change/state-changes.js'
import {
  newAsset,
  newAssetType,
  newClient,
  newCompany,
  newJob,
  newSite,
} from '../../support/builders.js'
import { testDatabaseOfOwner } from '../../support/database.js'
import { post, tokenOf } from '../../support/graphql.js'
import { statementsOf } from '../../support/statements.js'
import { runMutation } from '../mutations/run-mutation.js'
import { CHANGES, subscribe } from './streams.js'

/** The owner reads the logs of all companies in one statement. The other role, of streams.test.ts, reads those of each. */
const db = testDatabaseOfOwner()

/** How long a test waits for the transactions of other tests on the same server. */
const PATIENCE = { timeout: 500_000 }

it('begins with a cursor, then sends each change with the record', async () => {
  const company = await newCompany(db)
  const received = await subscribe(company.technician, { query: CHANGES })
  expect(received.results).toEqual([
    { data: { changes: null }, extensions: { cursor: expect.any(String) } },
  ])
  const { client } = await runMutation(company.admin, 'createClient', { legalName: 'A' })
  await vi.waitFor(() => {
    expect(received.changes).toMatchObject([
      { recordType: 'CLIENT', recordId: client.id, action: 'UPSERT', record: { legalName: 'A' } },
    ])
  }, PATIENCE)
  await runMutation(company.admin, 'removeClient', { id: client.id })
  await vi.waitFor(() => {
    expect(received.changes.slice(1)).toMatchObject([
      { recordId: client.id, action: 'REMOVE', record: null },
    ])
  }, PATIENCE)
  expect(received.codes).toEqual([])
})

it('sends nothing of other companies', async () => {
  const [company, other] = [await newCompany(db), await newCompany(db)]
  const received = await subscribe(company.technician, { query: CHANGES })
  await newClient(other)
  const own = await newClient(company)
  await vi.waitFor(() => {
    expect(received.changes.map(({ recordId }) => recordId)).toEqual([own.uuid])
  }, PATIENCE)
})

it('sends what time does', async () => {
  const company = await newCompany(db, { createdAt: inDays(-100) })
  const type = await newAssetType(company, { intervalDays: 7 })
  const asset = await newAsset(company, { typeId: type.id, createdAt: inDays(-8) })
  const received = await subscribe(company.technician, {
    query: `subscription ($id: ID) { assetChanged(id: $id) { action asset { id status } } }`,
    variables: { id: asset.uuid },
  })
  await tick(new Date(), inDays(-3))
  await vi.waitFor(() => {
    expect(received.changes).toEqual([
      { action: 'UPSERT', asset: { id: asset.uuid, status: 'OVERDUE' } },
    ])
  }, PATIENCE)
})

it('continues after a cursor, without a gap and without repetitions', async () => {
  const company = await newCompany(db)
  const first = await subscribe(company.technician, { query: CHANGES })
  const clients = [await newClient(company), await newClient(company)]
  await vi.waitFor(() => {
    expect(first.changes).toHaveLength(2)
  }, PATIENCE)
  first.close()
  for (let index = 0; index < 3; index += 1) clients.push(await newClient(company))
  for (const [index, { cursor }] of first.changes.entries()) {
    const second = await subscribe(company.technician, {
      query: CHANGES,
      variables: { after: cursor },
    })
    const last = await newClient(company)
    clients.push(last)
    const expected = clients.slice(index + 1).map(({ uuid }) => uuid)
    await vi.waitFor(() => {
      expect(second.changes.map(({ recordId }) => recordId)).toEqual(expected)
    }, PATIENCE)
    second.close()
  }
})

it('has typed subscriptions with filters: a record that does not match is a REMOVE', async () => {
  const company = await newCompany(db)
  const job = await newJob(company)
  const other = await newJob(company)
  const received = await subscribe(company.technician, {
    query: `subscription ($filter: JobFilter) { jobChanged(filter: $filter) { recordId action job { number status } } }`,
    variables: { filter: { numbers: [job.number] } },
  })
  await db.prisma.job.updateMany({
    where: { companyId: company.companyId },
    data: { reference: 'R' },
  })
  await vi.waitFor(() => {
    expect(received.changes).toHaveLength(2)
  }, PATIENCE)
  expect(received.changes).toEqual(
    expect.arrayContaining([
      { recordId: job.uuid, action: 'UPSERT', job: { number: job.number, status: 'SCHEDULED' } },
      { recordId: other.uuid, action: 'REMOVE', job: null },
    ]),
  )
})

it('has events of sites, and of inspections when they are recorded', async () => {
  const company = await newCompany(db)
  const site = await newSite(company)
  const asset = await newAsset(company)
  const sites = await subscribe(company.technician, {
    query: `subscription ($id: ID) { siteChanged(id: $id) { action site { name } } }`,
    variables: { id: site.uuid },
  })
  const inspections = await subscribe(company.technician, {
    query: 'subscription { inspectionRecorded { action inspection { id outcome } } }',
  })
  await runMutation(company.admin, 'updateSite', { id: site.uuid, name: 'New name' })
  const { inspection } = await runMutation(company.technician, 'recordInspection', {
    assetId: asset.uuid,
    outcome: 'PASSED',
  })
  await vi.waitFor(() => {
    expect(sites.changes).toEqual([{ action: 'UPSERT', site: { name: 'New name' } }])
    expect(inspections.changes).toEqual([
      { action: 'UPSERT', inspection: { id: inspection.id, outcome: 'PASSED' } },
    ])
  }, PATIENCE)
})

it('refuses what an operation would be refused for, with the same codes', async () => {
  const company = await newCompany(db)
  const codesOf = async (query: string, variables: Record<string, unknown> = {}, token?: string) =>
    (await subscribe(company.technician, { query, variables }, token ? { token } : {})).codes
  const nested = 'site { zones { nodes { '.repeat(8)
  const deep = `subscription { siteChanged { ${nested} id ${'} '.repeat(26)}`
  expect(await codesOf(CHANGES, {}, 'none')).toEqual(['UNAUTHENTICATED'])
  expect(await codesOf('subscription {')).toEqual(['GRAPHQL_PARSE_FAILED'])
  expect(await codesOf('subscription { nothing }')).toEqual(['GRAPHQL_VALIDATION_FAILED'])
  expect(await codesOf('{ viewer { role } }')).toEqual(['BAD_REQUEST'])
  expect(await codesOf(deep)).toEqual(['QUERY_TOO_COMPLEX'])
  expect(await codesOf(CHANGES, { after: 'x' })).toEqual(['BAD_USER_INPUT'])
  expect(await codesOf(CHANGES, { types: ['X'] })).toEqual(['BAD_USER_INPUT'])
  const removed = 'subscription { jobChanged(filter: { removed: ONLY }) { cursor } }'
  expect(await codesOf(removed)).toEqual(['BAD_USER_INPUT'])
  const ofAdmin = await subscribe(company.admin, { query: CHANGES })
  expect(await codesOf(CHANGES, { after: ofAdmin.cursor })).toEqual(['RESYNC'])
})

it('refuses fields that the role may not read, in each event', async () => {
  const company = await newCompany(db)
  const query = `subscription { siteChanged { site { id history(first: 1) { nodes { at } } } } }`
  const received = await subscribe(company.technician, { query })
  await newSite(company)
  await vi.waitFor(() => {
    expect(received.codes).toEqual(['FORBIDDEN'])
  }, PATIENCE)
  expect(received.isComplete).toBe(false)
})

it('answers a subscription without the right header with an error', async () => {
  const company = await newCompany(db)
  const headers = { authorization: `Bearer ${await tokenOf(company.technician)}` }
  const { status, errors } = await post(CHANGES, {}, headers)
  expect(status).toBe(400)
  expect(errors).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }])
})

it('executes once for many streams, with the same events', async () => {
  const company = await newCompany(db)
  const streams = await Promise.all(
    Array.from({ length: 6 }, () => subscribe(company.technician, { query: CHANGES })),
  )
  const statements = await statementsOf(db, async () => {
    const client = await newClient(company)
    await vi.waitFor(() => {
      for (const { changes } of streams)
        expect(changes.map(({ recordId }) => recordId)).toEqual([client.uuid])
    }, PATIENCE)
  })
  const [first] = streams
  for (const { changes } of streams) expect(changes).toEqual(first!.changes)
  // Only the execution reads this column; its DataLoader sends one statement.
  const reads = statements.filter((text) => /^\s*select .*legal_name/is.test(text))
  expect(reads).toHaveLength(1)
})
