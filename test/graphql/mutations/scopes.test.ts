import { describe, expect, it } from 'vitest'
import { type Operation, policy } from '../../../src/domain/access/policy.js'
import type { Scope } from '../../../src/domain/access/scope.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import type { Domain } from '../../../src/domain/domain.js'
import { entriesOf, WITHOUT_ENTRIES } from '../../audit/entries.js'
import { newCompany, PASSWORD, type TestCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { post, service } from '../../support/graphql.js'
import { pairOf } from '../../set-b/rest.js'
import { mutationNames, send, signInWith } from './run-mutation.js'
import { validInputs } from './valid-inputs.js'

const db = testDatabase()
const ALL: Scope[] = ['READ', 'FIELD_WORK', 'ADMIN_WRITE']
const scopeOf = (name: string) => policy[name as Operation].scope
const withSession = mutationNames.filter(
  (name) => policy[name as Operation].access !== 'anyone' && name !== 'logout',
)

/** The admin of a company, with an API key that acts for this user. */
async function keyed(company: TestCompany, own: readonly Scope[]): Promise<Domain> {
  const actsAs = company.admin.viewer.userId
  const { key } = await createApiKey(company.admin, { name: 'Script', scopes: own, actsAs })
  const viewer = { ...company.admin }
  signInWith(viewer, key)
  return viewer
}

async function attempt(name: string, own: readonly Scope[]) {
  const company = await newCompany(db, { allowExternalBarcodes: true })
  const viewer = await keyed(company, own)
  const input = (await validInputs[name]?.(company)) ?? {}
  const before = await entriesOf(company)
  const answer = await send(viewer, name, input)
  const added = (await entriesOf(company)).slice(before.length)
  return { ...answer, added, userErrors: answer.data?.[name]?.userErrors }
}

describe.each([
  ['of READ', ['READ']],
  ['of the other scopes', undefined],
] as const)('a key %s', (_, own) => {
  it.each(withSession)('is FORBIDDEN to call %s', async (name) => {
    const { status, errors, added } = await attempt(
      name,
      own ?? ALL.filter((scope) => scope !== scopeOf(name)),
    )
    expect(status).toBe(403)
    expect(errors).toEqual([
      expect.objectContaining({
        message: 'The scopes of the API key do not allow this operation.',
        extensions: { code: 'FORBIDDEN' },
      }),
    ])
    expect(added).toEqual([])
  })
})

it.each(WITHOUT_ENTRIES)('a key with only the scope of %s may call it', async (name) => {
  const { errors, userErrors, added } = await attempt(name, [scopeOf(name) as Scope])
  expect(errors).toBeUndefined()
  expect(userErrors).toEqual([])
  expect(added).toEqual([])
})

it.each(withSession.filter((name) => scopeOf(name) !== 'NONE' && !WITHOUT_ENTRIES.includes(name)))(
  'a key with only the scope of %s may call it, and is named in its audit entries',
  async (name) => {
    const { errors, userErrors, added } = await attempt(name, [scopeOf(name) as Scope])
    expect(errors).toBeUndefined()
    expect(userErrors).toEqual([])
    expect(added.length).toBeGreaterThan(0)
    for (const entry of added) {
      expect(entry).toMatchObject({
        operation: name,
        apiKeyId: expect.any(Number),
        sessionId: null,
      })
    }
  },
)

describe('a session that was opened with a key', () => {
  const logIn = async (company: TestCompany, own: readonly Scope[]) => {
    const { key } = await createApiKey(company.admin, { name: 'Reader', scopes: own })
    const response = await fetch(`${await service()}/api/authentication/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ username: company.users.admin.email, password: PASSWORD }),
    })
    const { accessToken } = (await response.json()) as { accessToken: string }
    return { key, accessToken }
  }
  const createSite = 'mutation { createClient(input: { legalName: "A" }) { client { id } } }'

  it('has the scopes of this key, with any key and without one, and may end itself', async () => {
    const company = await newCompany(db)
    const { key, accessToken } = await logIn(company, ['READ'])
    const { 'x-api-key': unlimited = '' } = await pairOf(company.admin)
    const all: Record<string, string>[] = [
      { authorization: `Bearer ${accessToken}` },
      { 'x-api-key': key, 'x-api-token': accessToken },
      { 'x-api-key': unlimited, 'x-api-token': accessToken },
    ]
    for (const headers of all) {
      expect((await post('{ company { name } }', {}, headers)).status).toBe(200)
      expect((await post(createSite, {}, headers)).status).toBe(403)
    }
    const zone = {
      method: 'POST',
      headers: { ...all[2], 'content-type': 'application/json' },
      body: '{}',
    }
    expect((await fetch(`${await service()}/v1/zones`, zone)).status).toBe(403)
    const endAll = 'mutation { logout(input: { everywhere: true }) { ok } }'
    expect((await post(endAll, {}, all[0])).status).toBe(403)
    const { data } = await post('mutation { logout(input: {}) { ok } }', {}, all[0])
    expect(data.logout.ok).toBe(true)
    expect((await post('{ company { name } }', {}, all[0])).status).toBe(401)
  })

  it('has only the scopes that both keys of a request have', async () => {
    const company = await newCompany(db)
    const { accessToken } = await logIn(company, ['FIELD_WORK', 'ADMIN_WRITE'])
    const { key } = await createApiKey(company.admin, {
      name: 'Other',
      scopes: ['READ', 'ADMIN_WRITE'],
    })
    const headers = { 'x-api-key': key, 'x-api-token': accessToken }
    expect((await post(createSite, {}, headers)).errors).toBeUndefined()
    const start = 'mutation { startJob(input: { id: "1" }) { job { id } userErrors { code } } }'
    expect((await post(start, {}, headers)).status).toBe(403)
  })
})
