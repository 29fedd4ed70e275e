import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  domainOf,
  newClient,
  newCompany,
  newJob,
  newUser,
  newZone,
  newAssetType,
  type TestCompany,
} from '../support/builders.js'
import { databaseOfOtherInstance, testDatabase } from '../support/database.js'
import { type GraphAnswer, post, service, startService, tokenOf } from '../support/graphql.js'
import { untilAvailable } from './until-available.js'
import { validInputs } from '../graphql/mutations/valid-inputs.js'

const db = testDatabase()
const addresses = [service(), startService({}, databaseOfOtherInstance())]

const CREATE_JOB = `mutation ($input: CreateJobInput!) {
  createJob(input: $input) { job { id number site { name } } userErrors { code field } }
}`
const CREATE_CLIENT = `mutation ($input: CreateClientInput!) {
  createClient(input: $input) { client { id legalName } userErrors { code field } }
}`
const UPDATE_CLIENT = `mutation ($input: UpdateClientInput!) {
  updateClient(input: $input) { client { legalName } userErrors { code field } }
}`

type Headers = Record<string, string>

/** Sends mutations as the admin of a new company, to the instances in turn. */
async function newAdmin() {
  const company = await newCompany(db)
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  let sent = 0
  const send = (query: string, input: object, headers: Headers = {}): Promise<GraphAnswer> => {
    sent += 1
    return post(query, { input }, { authorization, ...headers }, addresses[sent % 2])
  }
  return { company, send }
}

const countOf = ({ companyId }: TestCompany, table: 'client' | 'job' | 'apiKey') =>
  (db.prisma[table] as typeof db.prisma.client).count({ where: { companyId } })

const withKey = (key: string): Headers => ({ 'idempotency-key': key })

it('100 concurrent requests with one key over two instances create one job, and get one answer', async () => {
  const { company, send } = await newAdmin()
  const input = await validInputs['createJob']?.(company)
  const headers = withKey(randomUUID())
  const requests = Array.from({ length: 100 }, () =>
    untilAvailable(() => send(CREATE_JOB, input ?? {}, headers)),
  )
  const answers = new Set(
    (await Promise.all(requests)).map((answer) => JSON.stringify(answer.data)),
  )
  expect([...answers]).toEqual([expect.stringContaining('"number":1')])
  expect(await countOf(company, 'job')).toBe(1)
})

it('a retry gets the answer of the first request, even if the record has changed since', async () => {
  const { send } = await newAdmin()
  const headers = withKey(randomUUID())
  const first = await send(CREATE_CLIENT, { legalName: 'Before' }, headers)
  const { id } = first.data.createClient.client
  await send(UPDATE_CLIENT, { id, legalName: 'After' })
  expect((await send(CREATE_CLIENT, { legalName: 'Before' }, headers)).data).toEqual(first.data)
})

it('a retry that selects other fields reads the record', async () => {
  const { company, send } = await newAdmin()
  const headers = withKey(randomUUID())
  await send(CREATE_CLIENT, { legalName: 'Harbour' }, headers)
  const other = `mutation ($input: CreateClientInput!) {
    createClient(input: $input) { client { legalName sites { totalCount } } }
  }`
  const { data } = await send(other, { legalName: 'Harbour' }, headers)
  expect(data.createClient.client).toEqual({ legalName: 'Harbour', sites: { totalCount: 0 } })
  expect(await countOf(company, 'client')).toBe(1)
})

it('a payload with lists is stored, too', async () => {
  const { company, send } = await newAdmin()
  const { uuid: id } = await newJob(company)
  const query = `mutation ($input: UpdateJobInput!) {
    updateJob(input: $input) { job { reference site { jobs { nodes { id } } } } userErrors { code } }
  }`
  const headers = withKey(randomUUID())
  const first = await send(query, { id, reference: 'R' }, headers)
  expect(first.data.updateJob.job.site.jobs.nodes).toEqual([{ id }])
  expect((await send(query, { id, reference: 'R' }, headers)).data).toEqual(first.data)
})

it('another payload under the same key is refused, and nothing is written', async () => {
  const { company, send } = await newAdmin()
  const key = randomUUID()
  await send(CREATE_CLIENT, { legalName: 'One' }, withKey(key))
  const { data } = await send(CREATE_CLIENT, { legalName: 'Two' }, withKey(key))
  expect(data.createClient).toEqual({ client: null, userErrors: [{ code: 'TAKEN', field: null }] })
  const own = { legalName: 'One', idempotencyKey: key }
  await send(CREATE_CLIENT, own)
  const reused = await send(CREATE_CLIENT, { ...own, legalName: 'Two' })
  expect(reused.data.createClient.userErrors).toEqual([
    { code: 'TAKEN', field: ['idempotencyKey'] },
  ])
  expect(await countOf(company, 'client')).toBe(2)
})

it('the key in the input is the same for every alias; that in the header is not', async () => {
  const { company, send } = await newAdmin()
  const query = `mutation ($input: CreateClientInput!) {
    one: createClient(input: $input) { client { id } }
    two: createClient(input: $input) { client { id } }
  }`
  const inInput = await send(query, { legalName: 'A', idempotencyKey: randomUUID() })
  expect(inInput.data.one).toEqual(inInput.data.two)
  const headers = withKey(randomUUID())
  const inHeader = await send(query, { legalName: 'B' }, headers)
  expect(inHeader.data.one).not.toEqual(inHeader.data.two)
  expect((await send(query, { legalName: 'B' }, headers)).data).toEqual(inHeader.data)
  expect(await countOf(company, 'client')).toBe(3)
})

it('the scope of a key is one user', async () => {
  const { company, send } = await newAdmin()
  const other = await newUser(company, { role: 'admin' })
  const authorization = `Bearer ${await tokenOf(domainOf(company, other.id, 'admin'))}`
  const headers = withKey('one key')
  await send(CREATE_CLIENT, { legalName: 'A' }, headers)
  await send(CREATE_CLIENT, { legalName: 'A' }, { ...headers, authorization })
  await (await newAdmin()).send(CREATE_CLIENT, { legalName: 'A' }, headers)
  expect(await countOf(company, 'client')).toBe(2)
})

it('a refused request is not stored: a corrected one may use the key', async () => {
  const { company, send } = await newAdmin()
  const headers = withKey(randomUUID())
  const refused = await send(CREATE_CLIENT, { legalName: ' ' }, headers)
  expect(refused.data.createClient.userErrors).toHaveLength(1)
  const { data } = await send(CREATE_CLIENT, { legalName: 'Harbour' }, headers)
  expect(data.createClient.userErrors).toEqual([])
  expect(await db.prisma.idempotencyKey.count({ where: { companyId: company.companyId } })).toBe(1)
})

it.each(['', ' ', 'x'.repeat(256), 'ü'])('the key %j is refused', async (key) => {
  const { company, send } = await newAdmin()
  const { data } = await send(CREATE_CLIENT, { legalName: 'A', idempotencyKey: key })
  expect(data.createClient.userErrors).toEqual([
    { code: expect.stringMatching(/INVALID|TOO_LONG/), field: ['idempotencyKey'] },
  ])
  expect(await countOf(company, 'client')).toBe(0)
})

it('a key can be used again after 24 hours', async () => {
  const { company, send } = await newAdmin()
  const { companyId } = company
  const headers = withKey(randomUUID())
  await send(CREATE_CLIENT, { legalName: 'A' }, headers)
  await send(CREATE_CLIENT, { legalName: 'B' }, withKey(randomUUID()))
  const createdAt = new Date(Date.now() - 24 * 3_600_000 - 1000)
  await db.prisma.idempotencyKey.updateMany({ where: { companyId }, data: { createdAt } })
  const { data } = await send(CREATE_CLIENT, { legalName: 'C' }, headers)
  expect(data.createClient.client.legalName).toBe('C')
  expect(await countOf(company, 'client')).toBe(3)
})

it('a retry returns a new API key again, which the database does not have as plain text', async () => {
  const { company, send } = await newAdmin()
  const query = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { key apiKey { id } } }`
  const headers = withKey(randomUUID())
  const first = await send(query, { name: 'Dashboard' }, headers)
  const { key } = first.data.createApiKey
  expect((await send(query, { name: 'Dashboard' }, headers)).data).toEqual(first.data)
  expect(await countOf(company, 'apiKey')).toBe(1)
  const stored = await db.prisma.idempotencyKey.findMany({
    where: { companyId: company.companyId },
  })
  for (const { answer } of stored) expect(Buffer.from(answer ?? []).includes(key)).toBe(false)
})

it('a technician cannot replay the answer of an operation for admins', async () => {
  const { company, send } = await newAdmin()
  const headers = withKey(randomUUID())
  await send(CREATE_CLIENT, { legalName: 'A' }, headers)
  const { companyId, admin } = company
  const where = { companyId, userId: admin.viewer.userId }
  await db.prisma.membership.updateMany({ where, data: { role: 'technician' } })
  const { errors } = await send(CREATE_CLIENT, { legalName: 'A' }, headers)
  expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN')
})

it('generated codes skip taken ones under a key, too', async () => {
  const { company, send } = await newAdmin()
  const zone = await newZone(company)
  const type = await newAssetType(company)
  const query = `mutation ($input: CreateAssetInput!) {
    createAsset(input: $input) { asset { code } userErrors { code field } }
  }`
  const input = { zoneId: zone.uuid, typeId: type.uuid }
  const next = await db.prisma.company.findUniqueOrThrow({ where: { id: company.companyId } })
  const taken = `${type.shortCode}-${String(next.assetCodeNumber + 1).padStart(5, '0')}`
  await send(query, { ...input, code: taken })
  const { data } = await send(query, input, withKey(randomUUID()))
  expect(data.createAsset.userErrors).toEqual([])
  expect(data.createAsset.asset.code).not.toBe(taken)
})

it('a caller that disconnects and retries creates one client', async () => {
  const { company, send } = await newAdmin()
  const authorization = `Bearer ${await tokenOf(company.admin)}`
  const headers = { 'content-type': 'application/json', authorization, ...withKey(randomUUID()) }
  const body = JSON.stringify({ query: CREATE_CLIENT, variables: { input: { legalName: 'A' } } })
  const url = `${await service()}/graphql`
  for (const delay of [1, 2, 4, 8, 16, 32]) {
    const signal = AbortSignal.timeout(delay)
    await fetch(url, { method: 'POST', headers, body, signal }).catch(() => undefined)
  }
  const { data } = await send(CREATE_CLIENT, { legalName: 'A' }, headers)
  expect(data.createClient.client.legalName).toBe('A')
  expect(await countOf(company, 'client')).toBe(1)
})

it('without a key, a repeated request writes again', async () => {
  const { company, send } = await newAdmin()
  await newClient(company)
  for (let time = 0; time < 2; time += 1) await send(CREATE_CLIENT, { legalName: 'A' })
  expect(await countOf(company, 'client')).toBe(3)
})
