import { beforeAll, describe, expect, it } from 'vitest'
import { type Operation, policy } from '../../src/domain/access/policy.js'
import { methodsOf } from '../../src/http/operation.js'
import { operations as operationsOfSetA } from '../../src/set-a/operations.js'
import { operations as operationsOfSetB } from '../../src/set-b/operations.js'
import { mutationNames, runMutation, send } from '../graphql/mutations/run-mutation.js'
import { validInputs } from '../graphql/mutations/valid-inputs.js'
import { requestOf as requestOfSetA } from '../set-a/requests.js'
import { bearerOf, send as sendToSetA } from '../set-a/rest.js'
import { requestOf as requestOfSetB } from '../set-b/requests.js'
import { pairOf, send as sendToSetB } from '../set-b/rest.js'
import { newCompany, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'
import { entriesOf, WITHOUT_ENTRIES } from './entries.js'

const db = testDatabase()

/** What these write concerns no company yet: the mail is queued for an address. */
const WITHOUT_COMPANY = ['requestPasswordReset']

/** The client of these is not signed in yet. */
const ANONYMOUS = ['login', 'refreshToken', 'resetPassword']

describe('in GraphQL', () => {
  const mutations = mutationNames.filter((name) => !WITHOUT_COMPANY.includes(name))
  const audited = mutations.filter((name) => !WITHOUT_ENTRIES.includes(name))
  it.each(audited)('%s leaves entries with its user, session and request', async (name) => {
    const company = await newCompany(db, { allowExternalBarcodes: true })
    const input = (await validInputs[name]?.(company)) ?? {}
    await send(company.admin, 'updateProfile', { firstName: '' })
    const before = await entriesOf(company)
    await runMutation(company.admin, name, input)
    const entries = (await entriesOf(company)).slice(before.length)
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) {
      expect(entry).toMatchObject({
        operation: name,
        requestId: expect.stringMatching(/^[\da-f-]{36}$/),
        ...(ANONYMOUS.includes(name)
          ? {}
          : { userId: company.admin.viewer.userId, sessionId: expect.any(String) }),
      })
      expect(Object.keys(entry.after ?? entry.before ?? {})).not.toEqual([])
    }
  })

  it.each(mutations.filter((name) => policy[name as Operation].access === 'admin'))(
    '%s leaves none if it is refused, or a dry run',
    async (name) => {
      const company = await newCompany(db)
      const input = (await validInputs[name]?.(company)) ?? {}
      for (const viewer of [company.admin, company.technician])
        await send(viewer, 'updateProfile', { firstName: '' })
      const before = await entriesOf(company)
      expect((await send(company.technician, name, input)).errors).toBeDefined()
      await runMutation(company.admin, name, { ...input, dryRun: true })
      expect(await entriesOf(company)).toEqual(before)
    },
  )
})

describe.each([
  { set: 'Set A', operations: operationsOfSetA, requestOf: requestOfSetA, send: sendToSetA },
  { set: 'Set B', operations: operationsOfSetB, requestOf: requestOfSetB, send: sendToSetB },
] as const)('in $set', ({ set, operations, requestOf, send: sendTo }) => {
  const writes = operations.filter(
    ([name, methods]) => methodsOf(methods)[0] !== 'GET' && !name.startsWith('list'),
  )
  let company: PopulatedCompany
  let headers: Record<string, string>
  beforeAll(async () => {
    company = await newPopulatedCompany({ full: true })
    headers = await (set === 'Set A' ? bearerOf(company.admin) : pairOf(company.admin))
  })

  it.each(writes.map((row) => [row[0], row] as const))(
    '%s leaves entries',
    async (name, [, methods, path, access]) => {
      const before = await entriesOf(company)
      const [method = 'POST'] = methodsOf(methods)
      const { path: at, ...request } = requestOf(name, path, company)
      const { status } = await sendTo(method, at, { headers, ...request })
      expect(status).toBeLessThan(300)
      const entries = (await entriesOf(company)).slice(before.length)
      expect(entries.length).toBeGreaterThan(0)
      for (const entry of entries) {
        expect(entry).toMatchObject({
          operation: access,
          userId: company.admin.viewer.userId,
          sessionId: expect.any(String),
          requestId: expect.any(String),
        })
      }
    },
  )
})

it('secrets are in no entry', async () => {
  const company = await newCompany(db)
  await runMutation(company.admin, 'createUser', {
    email: 'secret@example.com',
    firstName: 'Ann',
    lastName: 'Lee',
    role: 'TECHNICIAN',
    password: 'a rather secret password',
  })
  await runMutation(company.admin, 'changePassword', {
    current: PASSWORD,
    new: 'another secret password',
  })
  const { key } = await runMutation(company.admin, 'createApiKey', { name: 'Key' })
  const { accessToken, refreshToken } = (
    await send(undefined, 'login', {
      username: 'secret@example.com',
      password: 'a rather secret password',
    })
  ).data.login
  await send(undefined, 'refreshToken', { refreshToken })
  const text = JSON.stringify(await entriesOf(company))
  expect(text).toContain('"password":null')
  for (const secret of ['secret password', key, accessToken, refreshToken, '$argon2', '\\\\x'])
    expect(text).not.toContain(secret)
})
