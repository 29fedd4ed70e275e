import { expect, it, vi } from 'vitest'
import { authenticate } from '../../../src/domain/credential/authenticate.js'
import { refreshSession } from '../../../src/domain/credential/refresh-session.js'
import { hashSecret } from '../../../src/domain/credential/secret.js'
import { openSession } from '../../../src/domain/credential/session.js'
import { decryptSuccessor } from '../../../src/domain/credential/successor.js'
import { newCompany } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { earlier } from '../../support/earlier.js'
import { newSession } from '../../support/sessions.js'

const db = testDatabase()
const serviceDb = serviceDatabase()
const address = '192.0.2.1'

const refresh = (refreshToken: string) =>
  refreshSession(serviceDb, { refreshToken, audience: 'graphql', address })

const works = async (token: string) =>
  (await authenticate(serviceDb, {
    tokenHash: hashSecret(token),
    audiences: ['graphql', 'set_a'],
  })) !== undefined

const newSessionOfAdmin = async () => {
  const { admin } = await newCompany(db)
  const { sessionId, accessToken, refreshToken } = await newSession(admin)
  return { admin, sessionId, accessToken, refreshToken: refreshToken! }
}

const age = (sessionId: string, seconds: number) =>
  db.pool.query(
    `update refresh_token set used_at = ${earlier('used_at', "$2 * interval '1 second'")} where session_id = $1`,
    [sessionId, seconds],
  )

const refused = { code: 'UNAUTHENTICATED' }

it('exchanges a refresh token for a new pair of the same session', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  const third = await refresh(second.refreshToken!)
  expect(third.expiresIn).toBe(86_400)
  const session = await authenticate(serviceDb, {
    tokenHash: hashSecret(third.accessToken),
    audiences: ['graphql'],
  })
  expect(session?.sessionId).toBe(sessionId)
})

it('gives a retry within 10 seconds the same working pair', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const first = await refresh(refreshToken)
  await age(sessionId, 9)
  const retried = await refresh(refreshToken)
  expect(retried).toEqual(first)
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

it('returns the same pair to many concurrent exchanges, and stores the first use once', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const pairs = await Promise.all(Array.from({ length: 8 }, () => refresh(refreshToken)))
  expect(await works(pairs[0]!.accessToken)).toBe(true)
  for (const pair of pairs) expect(pair).toEqual(pairs[0])
  expect(await db.prisma.refreshToken.count({ where: { sessionId } })).toBe(2)
  expect(await db.prisma.accessToken.count({ where: { sessionId } })).toBe(2)
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
  const { refreshToken: given } = await openSession(serviceDb, admin.viewer, 'set_a', {
    oauthClientId: 'refresh-test',
  })
  const refreshToken = given!
  for (const other of [
    { audience: 'graphql', oauthClientId: 'refresh-test' },
    { audience: 'set_a' },
    { audience: 'set_a', oauthClientId: 'another' },
  ] as const) {
    await expect(
      refreshSession(serviceDb, { refreshToken, address, ...other }),
    ).rejects.toMatchObject(refused)
  }
  const own = { audience: 'set_a', oauthClientId: 'refresh-test' } as const
  const { accessToken, expiresIn } = await refreshSession(serviceDb, {
    refreshToken,
    address,
    ...own,
  })
  expect(expiresIn).toBe(1_296_000)
  expect(await works(accessToken)).toBe(true)
})

it('rejects a disabled user without revoking the session', async () => {
  const { admin, refreshToken } = await newSessionOfAdmin()
  const setActive = (active: boolean) =>
    db.prisma.user.updateMany({ where: { id: admin.viewer.userId }, data: { active } })
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

it('ends the replaced access token with the grace period, and no earlier', async () => {
  const { sessionId, accessToken, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  expect(await works(accessToken)).toBe(true)
  const { rows } = await db.pool.query(
    `select round(extract(epoch from a.expires_at - r.used_at))::int as seconds
     from access_token a join refresh_token r on r.company_id = a.company_id and r.session_id = a.session_id
     where a.session_id = $1 and r.used_at is not null order by 1`,
    [sessionId],
  )
  expect(rows).toEqual([{ seconds: 10 }, { seconds: 86_400 }])
  await db.pool.query(
    `update access_token set expires_at = ${earlier('expires_at', "interval '10 seconds'")} where session_id = $1`,
    [sessionId],
  )
  expect(await works(accessToken)).toBe(false)
  expect(await works(second.accessToken)).toBe(true)
})

const ageSession = (sessionId: string, interval: string) =>
  db.pool.query(
    `update session set created_at = ${earlier('created_at', '$2::interval')} where id = $1`,
    [sessionId, interval],
  )

it('issues no token that lives beyond the 90th day of a session, and ends it then', async () => {
  const { admin, sessionId, refreshToken } = await newSessionOfAdmin()
  await ageSession(sessionId, '89 days 23 hours')
  const second = await refresh(refreshToken)
  expect(second.expiresIn).toBeGreaterThan(3500)
  expect(second.expiresIn).toBeLessThanOrEqual(3600)
  const { rows } = await db.pool.query(
    `select distinct t.expires_at = s.created_at + interval '90 days' as capped
     from session s join (
       select session_id, expires_at from access_token where company_id = $3 and hash = $2
       union all select session_id, expires_at from refresh_token where company_id = $3 and used_at is null
     ) t on t.session_id = s.id where s.company_id = $3 and s.id = $1`,
    [sessionId, hashSecret(second.accessToken), admin.viewer.companyId],
  )
  expect(rows).toEqual([{ capped: true }])
  await ageSession(sessionId, '1 hour')
  await expect(refresh(second.refreshToken!)).rejects.toMatchObject(refused)
})

it('stores successors encrypted, and deletes them after the grace period', async () => {
  const { sessionId, refreshToken } = await newSessionOfAdmin()
  const second = await refresh(refreshToken)
  const successors = async () => {
    const found = await db.prisma.refreshToken.findMany({
      where: { sessionId, successor: { not: null } },
    })
    return found.map(({ successor }) => Buffer.from(successor!))
  }
  const [stored] = await successors()
  expect(decryptSuccessor(refreshToken, stored!).accessToken).toBe(second.accessToken)
  expect(() => decryptSuccessor(second.refreshToken!, stored!)).toThrow()
  expect(stored!.toString('latin1')).not.toContain('fis_')

  await age(sessionId, 11)
  await refresh(second.refreshToken!)
  const [next, ...others] = await successors()
  expect(others).toEqual([])
  expect(next!.equals(stored!)).toBe(false)
})

it('deletes a successor after the grace period without a further exchange', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { sessionId, refreshToken } = await newSessionOfAdmin()
    await refresh(refreshToken)
    await age(sessionId, 11)
    await vi.advanceTimersByTimeAsync(11_000)
    await vi.waitFor(async () => {
      const stored = { sessionId, successor: { not: null } }
      expect(await db.prisma.refreshToken.count({ where: stored })).toBe(0)
    }, 60_000)
  } finally {
    vi.useRealTimers()
  }
})
