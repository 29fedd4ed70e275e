import { expect, it } from 'vitest'
import { hashPassword } from '../../../src/domain/credential/password.js'
import { type SignIn, signIn } from '../../../src/domain/credential/sign-in.js'
import { newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { serviceDatabase, testDatabase } from '../../support/database.js'
import { noThrottle } from '../../support/sessions.js'

const db = testDatabase()
const serviceDb = serviceDatabase()

const attempt = (input: Partial<SignIn>) =>
  signIn(
    { db: serviceDb, throttle: noThrottle, maxSessionsPerUser: 50 },
    { username: '', password: PASSWORD, audience: 'graphql', address: '192.0.2.1', ...input },
  )

const refusal = { code: 'UNAUTHENTICATED', message: 'The credentials are not valid.', errors: [] }

it('opens a session for a username and password', async () => {
  const company = await newCompany(db)
  const user = await newUser(company, { role: 'admin' })
  const session = await attempt({ username: ` ${user.email.toUpperCase()} ` })
  expect(session).toMatchObject({
    viewer: { userId: user.id, companyId: company.companyId, role: 'admin' },
    audience: 'graphql',
    expiresIn: 86_400,
    refreshToken: expect.any(String),
  })
})

it('gives each audience its own token lifetime, and Set B no refresh token', async () => {
  const { email } = await newUser(await newCompany(db))
  const setA = await attempt({ username: email, audience: 'set_a' })
  expect(setA).toMatchObject({ expiresIn: 1_296_000, refreshToken: expect.any(String) })
  const setB = await attempt({ username: email, audience: 'set_b' })
  expect(setB).toMatchObject({ expiresIn: 86_400, refreshToken: undefined })

  const { rows } = await db.pool.query(
    `select round(extract(epoch from expires_at - created_at))::int as seconds
     from access_token where session_id in ($1, $2) order by 1`,
    [setA.sessionId, setB.sessionId],
  )
  expect(rows).toEqual([{ seconds: 86_400 }, { seconds: 1_296_000 }])
  const refreshTokens = await db.prisma.refreshToken.findMany({
    where: { sessionId: { in: [setA.sessionId, setB.sessionId] } },
  })
  expect(refreshTokens.map(({ sessionId }) => sessionId)).toEqual([setA.sessionId])
})

it('rejects an unknown user, a wrong password, and a disabled, removed or roleless user with the same error', async () => {
  const company = await newCompany(db)
  const user = await newUser(company)
  const disabled = await newUser(company, { active: false })
  const removed = await newUser(company, { deletedAt: new Date() })
  const roleless = await newUser(company)
  await db.prisma.membership.deleteMany({ where: { userId: roleless.id } })
  const closed = await newUser(await newCompany(db, { deletedAt: new Date() }))

  await expect(attempt({ username: user.email, password: 'wrong' })).rejects.toMatchObject(refusal)
  for (const username of [
    'nobody@example.com',
    'nobody\0@example.com',
    '',
    ...[disabled, removed, roleless, closed].map(({ email }) => email),
  ]) {
    await expect(attempt({ username })).rejects.toMatchObject(refusal)
  }
})

it('hashes with argon2id', async () => {
  expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('takes the same processor time for an unknown user as for a wrong password', async () => {
  const { email } = await newUser(await newCompany(db))
  const usernames = [email, 'unknown@example.com']
  const times = [Infinity, Infinity]
  // The least of each, alternately: other work of the process adds to some attempts.
  for (let attempts = 0; attempts < 40; attempts += 1) {
    for (const [index, username] of usernames.entries()) {
      const before = process.cpuUsage()
      await expect(attempt({ username, password: 'wrong' })).rejects.toMatchObject(refusal)
      const { user, system } = process.cpuUsage(before)
      times[index] = Math.min(times[index]!, user + system)
    }
  }
  const [known = 0, unknown = 0] = times
  // Without a hash, it takes a tenth.
  expect(unknown).toBeGreaterThan(known / 2)
  expect(unknown).toBeLessThan(known * 2)
})

it('picks the user whose password matches, then the oldest, if companies share a username', async () => {
  const [first, second, third] = [await newCompany(db), await newCompany(db), await newCompany(db)]
  const email = `shared-${first.companyId}@example.com`
  await newUser(first, { email, passwordHash: await hashPassword('first') })
  await newUser(second, { email })
  await newUser(third, { email })
  const companyOf = async (input: Partial<SignIn>) =>
    (await attempt({ username: email, ...input })).viewer.companyId

  expect(await companyOf({ password: 'first' })).toBe(first.companyId)
  expect(await companyOf({})).toBe(second.companyId)
  expect(await companyOf({ companyId: third.companyId })).toBe(third.companyId)
  await expect(companyOf({ companyId: first.companyId })).rejects.toMatchObject(refusal)
})

it('stores no token and no password in plain text', async () => {
  const { email } = await newUser(await newCompany(db))
  const { accessToken, refreshToken, sessionId } = await attempt({ username: email })
  const { rows } = await db.pool.query<{ row: string }>(
    `select encode(hash, 'escape') || to_jsonb(t)::text as row from access_token t where session_id = $1
     union all select encode(hash, 'escape') || to_jsonb(t)::text from refresh_token t where session_id = $1
     union all select to_jsonb(s)::text from session s where id = $1
     union all select to_jsonb(u)::text from app_user u where email = $2`,
    [sessionId, email],
  )
  expect(rows).toHaveLength(4)
  for (const { row } of rows) {
    for (const secret of [accessToken, refreshToken!, PASSWORD]) expect(row).not.toContain(secret)
  }
})

it('opens no session if the user is changed while the password is verified', async () => {
  const newcomer = async () => newUser(await newCompany(db))
  const [first, second, third] = [await newcomer(), await newcomer(), await newcomer()]
  const signInWhile = (user: { id: number; email: string }, data: object) =>
    signIn(
      {
        db: serviceDb,
        maxSessionsPerUser: 50,
        throttle: {
          countAttempt: async () => ({
            onlyKnown: false,
            uncount: async () => {
              await db.prisma.user.updateMany({ where: { id: user.id }, data })
            },
          }),
        },
      },
      { username: user.email, password: PASSWORD, audience: 'graphql', address: '192.0.2.1' },
    )
  const passwordHash = await hashPassword('changed')
  await expect(signInWhile(first, { passwordHash })).rejects.toMatchObject(refusal)
  await expect(signInWhile(second, { active: false })).rejects.toMatchObject(refusal)
  await expect(signInWhile(third, { deletedAt: new Date() })).rejects.toMatchObject(refusal)
  const userId = { in: [first.id, second.id, third.id] }
  expect(await db.prisma.session.count({ where: { userId } })).toBe(0)
})
