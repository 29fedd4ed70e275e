import { expect, it } from 'vitest'
import { authenticate } from '../../../src/domain/credential/authenticate.js'
import { refreshSession } from '../../../src/domain/credential/refresh-session.js'
import { openSession } from '../../../src/domain/credential/session.js'
import { newCompany } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { newSession } from '../../support/sessions.js'

const db = testDatabase()

const refresh = (refreshToken: string) => refreshSession(db, { refreshToken, audience: 'graphql' })

const works = async (token: string) =>
  (await authenticate(db, { token, audiences: ['graphql', 'set_a'] })) !== undefined

const newSessionOfAdmin = async () => {
  const { admin } = await newCompany(db)
  const { sessionId, accessToken, refreshToken } = await newSession(admin)
  return { admin, sessionId, accessToken, refreshToken: refreshToken! }
}

const age = (sessionId: string, seconds: number) =>
  db.pool.query(
    `update refresh_token set used_at = used_at - $2 * interval '1 second' where session_id = $1`,
    [sessionId, seconds],
  )

const refused = { code: 'UNAUTHENTICATED' }

it('exchanges a refresh token for a new pair of the same session', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  const third = await refresh(second.refreshToken!)
  expect(third.expiresIn).toBe(86_400)
  const session = await authenticate(db, { token: third.accessToken, audiences: ['graphql'] })
  expect(session?.sessionId).toBe(sessionId)
})

it('gives a retry within 10 seconds a working pair', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  await refresh(refreshToken)
  await age(sessionId, 9)
  const retried = await refresh(refreshToken)
  expect(await works(retried.accessToken)).toBe(true)
  expect(await works((await refresh(retried.refreshToken!)).accessToken)).toBe(true)
})

it('counts the 10 seconds from the first exchange, not from the last retry', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  await refresh(refreshToken)
  await age(sessionId, 6)
  await refresh(refreshToken)
  await age(sessionId, 6)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
})

it('revokes the whole session if a used token is sent again later', async () => {
  const { sessionId, accessToken, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  await age(sessionId, 11)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
  expect(await works(accessToken)).toBe(false)
  expect(await works(second.accessToken)).toBe(false)
  await expect(refresh(second.refreshToken!)).rejects.toMatchObject(refused)
})

it('keeps other sessions of the same user when one is revoked', async () => {
  const { admin, sessionId, refreshToken } = await newSessionOfAdmin()
  const other = await newSession(admin)
  await refresh(refreshToken)
  await age(sessionId, 11)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
  expect(await works(other.accessToken)).toBe(true)
})

it('gives each of many concurrent exchanges a valid pair, and stores the first use once', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
  expect(await Promise.all(pairs.map(({ accessToken }) => works(accessToken)))).not.toContain(false)
  expect(new Set(pairs.map((pair) => pair.refreshToken)).size).toBe(8)
  expect(await db.prisma.refreshToken.count({ where: { sessionId, usedAt: { not: null } } })).toBe(
    1,
  )
})

it('revokes once if a stolen token is sent many times concurrently', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  await refresh(refreshToken)
  await age(sessionId, 11)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => refresh(refreshToken)))
  expect(outcomes.map(({ status }) => status)).not.toContain('fulfilled')
  expect(await db.prisma.refreshToken.count({ where: { sessionId } })).toBe(2)
})

it('is bound to the audience and the OAuth client, and a failed exchange does not use it up', async () => {
  const { admin } = await newCompany(db)
  await db.prisma.oauthClient.createMany({
    data: [{ id: 'refresh-test', name: 'Test', secretHash: new Uint8Array(32) }],
    skipDuplicates: true,
  })
  const { refreshToken: given } = await openSession(db, admin.viewer, 'set_a', {
    oauthClientId: 'refresh-test',
  })
  const refreshToken = given!
  for (const other of [
    { audience: 'graphql', oauthClientId: 'refresh-test' },
    { audience: 'set_a' },
    { audience: 'set_a', oauthClientId: 'another' },
  ] as const) {
    await expect(refreshSession(db, { refreshToken, ...other })).rejects.toMatchObject(refused)
  }
  const own = { audience: 'set_a', oauthClientId: 'refresh-test' } as const
  const { accessToken, expiresIn } = await refreshSession(db, { refreshToken, ...own })
  expect(expiresIn).toBe(1_296_000)
  expect(await works(accessToken)).toBe(true)
})

it('rejects a disabled user without revoking the session', async () => {
  const { admin, refreshToken } = await newSessionOfAdmin()
  const setActive = (active: boolean) =>
    db.prisma.user.update({ where: { id: admin.viewer.userId }, data: { active } })
  await setActive(false)
  await expect(refresh(refreshToken)).rejects.toMatchObject(refused)
  await setActive(true)
  expect(await works((await refresh(refreshToken)).accessToken)).toBe(true)
})

it('rejects an expired, an unknown and a malformed token, and an access token', async () => {
  const { sessionId, accessToken, refreshToken } = await newSessionOfAdmin()
  await db.pool.query(`update refresh_token set expires_at = now() where session_id = $1`, [
    sessionId,
  ])
  for (const token of [refreshToken, accessToken, 'fis_refresh_unknown', '', '\0']) {
    await expect(refresh(token)).rejects.toMatchObject(refused)
  }
})

it('deletes the expired tokens of its session', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  await db.pool.query(
    `with a as (update access_token set expires_at = now() - interval '1 second' where session_id = $1)
     update refresh_token set expires_at = now() - interval '1 second' where session_id = $1 and used_at is not null`,
    [sessionId],
  )
  await refresh(second.refreshToken!)
  expect(await db.prisma.accessToken.count({ where: { sessionId } })).toBe(1)
  expect(await db.prisma.refreshToken.count({ where: { sessionId } })).toBe(2)
})
