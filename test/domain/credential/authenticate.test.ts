import { companyNamedBy, hashSecret } from '../../../src/domain/credential/secret.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { Statement } from '../../../src/db/read/statement.js'
import { authenticate } from '../../../src/domain/credential/authenticate.js'
import { sessionIsValidSql } from '../../../src/domain/credential/session-is-valid.js'
import { authenticateApiKey } from '../../../src/domain/api-key/authenticate-api-key.js'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { revokeApiKey } from '../../../src/domain/api-key/revoke-api-key.js'
import { revokeSessions } from '../../../src/domain/credential/revoke-sessions.js'
import type { OpenedSession } from '../../../src/domain/credential/session.js'
import { signOut } from '../../../src/domain/credential/sign-out.js'
import { newCompany, type TestCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { newSession } from '../../support/sessions.js'
import { poolOf, sentBy } from '../../support/statements.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

let company: TestCompany
let session: OpenedSession

beforeEach(async () => {
  company = await newCompany(db)
  session = await newSession(company.technician)
})

const hashesOf = (token: string, apiKey?: string) => ({
  tokenHash: hashSecret(token),
  companyId: companyNamedBy(token),
  apiKeyHash: apiKey === undefined ? undefined : hashSecret(apiKey),
})

const sessionOf = (token: string, apiKey?: string) =>
  authenticate(serviceDb, { ...hashesOf(token, apiKey), audiences: ['graphql'] })

const keyOf = (key: string) =>
  authenticateApiKey(serviceDb, { hash: hashSecret(key), companyId: companyNamedBy(key) })

/** Whether the SQL condition for a valid session holds. */
async function finds(
  expected: OpenedSession,
  apiKey?: string,
  audience = expected.audience ?? 'graphql',
) {
  const statement = new Statement(expected.viewer.companyId)
  const credentials = { ...hashesOf(expected.accessToken, apiKey), audiences: [audience] }
  const sql = sessionIsValidSql(statement, credentials, expected)
  const { rows } = await db.pool.query<{ found: boolean }>(
    `select ${sql} as found`,
    statement.values,
  )
  return rows[0]?.found
}

it('returns the session of an access token', async () => {
  expect(await sessionOf(session.accessToken)).toEqual({
    sessionId: session.sessionId,
    audience: 'graphql',
    viewer: company.technician.viewer,
  })
})

it('does not find another token', async () => {
  for (const token of [session.refreshToken!, `${session.accessToken}x`, '', '\0']) {
    expect(await sessionOf(token)).toBeUndefined()
  }
})

it('returns the session of a token of release 1.1, which names no company', async () => {
  const { accessToken, sessionId } = session
  const old = accessToken.slice(0, accessToken.lastIndexOf('_'))
  const values = [hashSecret(accessToken), hashSecret(old), company.companyId]
  await db.pool.query(
    'update access_token set hash = $2 where hash = $1 and company_id = $3',
    values,
  )
  expect(await sessionOf(accessToken)).toBeUndefined()
  expect(await sessionOf(old)).toMatchObject({ sessionId, viewer: company.technician.viewer })
})

it('does not find a token whose end names another company', async () => {
  const other = await newCompany(db)
  const { accessToken } = session
  const forged = accessToken.replace(/[^_]+$/, other.companyId.toString(36))
  expect(companyNamedBy(forged)).toBe(other.companyId)
  expect(await sessionOf(forged)).toBeUndefined()
  const credentials = { ...hashesOf(accessToken), companyId: other.companyId }
  expect(await authenticate(serviceDb, { ...credentials, audiences: ['graphql'] })).toBeUndefined()
})

it('accepts only the given audiences', async () => {
  const { accessToken: token } = await newSession(company.admin, 'set_b')
  const accepted = async (...audiences: ('graphql' | 'set_a' | 'set_b')[]) =>
    (await authenticate(serviceDb, { ...hashesOf(token), audiences }))?.audience
  expect(await accepted('set_b')).toBe('set_b')
  expect(await accepted('graphql', 'set_a', 'set_b')).toBe('set_b')
  expect(await accepted('graphql', 'set_a')).toBeUndefined()
  expect(await accepted()).toBeUndefined()
})

describe('rejects from the next call on', () => {
  const cases: Record<string, () => Promise<unknown>> = {
    'a token that has expired': () =>
      db.pool.query(
        `update access_token set expires_at = now() - interval '1 second' where session_id = $1`,
        [session.sessionId],
      ),
    'a session that was signed out': () => signOut(serviceDb, session),
    'a user whose sessions were revoked': () =>
      revokeSessions(db.prisma, company.technician.viewer),
    'a disabled user': () => changeUser({ active: false }),
    'a removed user': () => changeUser({ deletedAt: new Date() }),
    'a user without a role': () =>
      db.prisma.membership.deleteMany({ where: { userId: company.technician.viewer.userId } }),
    'a user of a removed company': () =>
      db.prisma.company.update({
        where: { id: company.companyId },
        data: { deletedAt: new Date() },
      }),
  }
  it.each(Object.keys(cases))('%s', async (name) => {
    expect(await sessionOf(session.accessToken)).toBeDefined()
    expect(await finds(session)).toBe(true)
    await cases[name]?.()
    expect(await sessionOf(session.accessToken)).toBeUndefined()
    expect(await finds(session)).toBe(false)
  })
})

const changeUser = (data: { active?: boolean; deletedAt?: Date }) =>
  db.prisma.user.updateMany({ where: { id: company.technician.viewer.userId }, data })

it('returns the user’s current role', async () => {
  await db.prisma.membership.updateMany({
    where: { userId: company.technician.viewer.userId },
    data: { role: 'admin' },
  })
  expect((await sessionOf(session.accessToken))?.viewer.role).toBe('admin')
  expect(await finds(session)).toBe(false)
})

it('does not find a session of another token, company or audience', async () => {
  const other = await newSession(company.admin)
  expect(await finds({ ...session, sessionId: other.sessionId })).toBe(false)
  expect(await finds({ ...session, viewer: other.viewer })).toBe(false)
  const { companyId } = await newCompany(db)
  expect(await finds({ ...session, viewer: { ...session.viewer, companyId } })).toBe(false)
  expect(await finds(session, undefined, 'set_a')).toBe(false)
})

describe('an API key', () => {
  it('identifies its company until it is revoked', async () => {
    const { id, key } = await createApiKey(company.admin, { name: ' Dashboard ' })
    expect(await keyOf(key)).toEqual({
      companyId: company.companyId,
      key: { id, scopes: null, addressRanges: null },
    })
    await revokeApiKey(company.admin, { id })
    expect(await keyOf(key)).toBeUndefined()
  })

  it('is looked up in the company that it names, and in all companies only if it names none', async () => {
    const lookups = async (secret: string) => {
      let found
      const sent = await sentBy(poolOf(db), async () => {
        found = await keyOf(secret)
      })
      expect(found).toMatchObject({ companyId: company.companyId, key: { id } })
      return sent.filter(({ text }) => text.includes('company_of_api_key')).length
    }
    const { id, key } = await createApiKey(company.admin, { name: 'Dashboard' })
    expect(await lookups(key)).toBe(0)
    const other = await newCompany(db)
    const forged = key.replace(/[^_]+$/, other.companyId.toString(36))
    expect(await keyOf(forged)).toBeUndefined()
    expect(
      await authenticateApiKey(serviceDb, { hash: hashSecret(key), companyId: other.companyId }),
    ).toBeUndefined()

    // A key of release 1.1.
    const old = key.slice(0, key.lastIndexOf('_'))
    const values = [hashSecret(key), hashSecret(old), company.companyId]
    await db.pool.query('update api_key set hash = $2 where hash = $1 and company_id = $3', values)
    expect(await lookups(old)).toBe(1)
  })

  it('is invalid once its company is removed', async () => {
    const { key } = await createApiKey(company.admin, { name: 'Dashboard' })
    await db.prisma.company.update({
      where: { id: company.companyId },
      data: { deletedAt: new Date() },
    })
    expect(await keyOf(key)).toBeUndefined()
  })

  it('is valid only with tokens of its own company, and only until it is revoked', async () => {
    const other = await newCompany(db)
    const own = await createApiKey(company.admin, { name: 'Own' })
    const foreign = await createApiKey(other.admin, { name: 'Foreign' })
    expect(await sessionOf(session.accessToken, own.key)).toBeDefined()
    expect(await finds(session, own.key)).toBe(true)
    expect(await sessionOf(session.accessToken, foreign.key)).toBeUndefined()
    expect(await finds(session, foreign.key)).toBe(false)
    expect(await sessionOf(session.accessToken, 'fis_key_unknown')).toBeUndefined()
    expect(await sessionOf(session.accessToken, '')).toBeUndefined()
    await revokeApiKey(company.admin, { id: own.id })
    expect(await sessionOf(session.accessToken, own.key)).toBeUndefined()
    expect(await finds(session, own.key)).toBe(false)
  })
})
