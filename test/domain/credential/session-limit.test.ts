import { beforeAll, expect, it } from 'vitest'
import { createApiKey } from '../../../src/domain/api-key/create-api-key.js'
import { domainOf, newCompany, newUser, PASSWORD } from '../../support/builders.js'
import { testDatabase } from '../../support/database.js'
import { startService } from '../../support/graphql.js'
import { newOauthClient } from '../../support/oauth-client.js'
import { newSession } from '../../support/sessions.js'

const db = testDatabase()
const LIMIT = 3
const settings = { MAX_SESSIONS_PER_USER: String(LIMIT), LOGIN_ATTEMPTS_PER_MINUTE: '1000' }

let services: string[]
beforeAll(async () => {
  services = [await startService(settings), await startService(settings)]
})

async function newAccount() {
  const company = await newCompany(db)
  const { email, id } = await newUser(company)
  return { company, email, id, domain: domainOf(company, id, 'technician') }
}

const request = async (url: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}

const logIn = (username: string, service = services[0]) =>
  request(`${service}/graphql`, {
    query: `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`,
    variables: { input: { username, password: PASSWORD } },
  })

const open = async (userId: number) =>
  (
    await db.prisma.session.findMany({
      where: { userId, revokedAt: null },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
  ).map(({ id }) => id)

it('ends the oldest session when a sign-in exceeds the limit, in every interface', async () => {
  const { company, email, id } = await newAccount()
  const { key } = await createApiKey(company.admin, { name: 'Gateway' })
  const oauthClient = await newOauthClient(db)
  const ways = [
    () => logIn(email),
    () =>
      request(`${services[0]}/oauth/token`, {
        grant_type: 'password',
        ...oauthClient,
        username: email,
        password: PASSWORD,
      }),
    () =>
      request(
        `${services[0]}/api/authentication/login`,
        { username: email, password: PASSWORD },
        { 'x-api-key': key },
      ),
  ]
  for (let opened = 0; opened < LIMIT; opened += 1) await logIn(email)
  for (const signIn of ways) {
    const before = await open(id)
    await signIn()
    const after = await open(id)
    expect(after).toHaveLength(LIMIT)
    expect(after.slice(0, -1)).toEqual(before.slice(1))
  }
  const ended = await db.prisma.auditEntry.findMany({
    where: { companyId: company.companyId, recordType: 'Session', action: 'updated' },
  })
  expect(ended).toHaveLength(ways.length)
  for (const entry of ended) expect(entry).toMatchObject({ operation: 'login', userId: id })
})

it('holds for concurrent sign-ins on several instances', async () => {
  const { email, id, domain } = await newAccount()
  const { sessionId: oldest } = await newSession(domain)
  await Promise.all(Array.from({ length: 12 }, (_, index) => logIn(email, services[index % 2])))
  const left = await open(id)
  expect(left).toHaveLength(LIMIT)
  expect(left).not.toContain(oldest)
})

it('does not count sessions that have expired, or those of colleagues', async () => {
  const { company, email, id, domain } = await newAccount()
  const { sessionId: oldest } = await newSession(domain)
  for (let opened = 0; opened < LIMIT; opened += 1) {
    const { sessionId } = await newSession(domain)
    const earlier = new Date(Date.now() - 1000)
    await db.prisma.accessToken.updateMany({ where: { sessionId }, data: { expiresAt: earlier } })
    await db.prisma.refreshToken.updateMany({ where: { sessionId }, data: { expiresAt: earlier } })
    await newSession(company.admin)
  }
  await logIn(email)
  expect(await open(id)).toContain(oldest)
  expect(await open(company.users.admin.id)).toHaveLength(LIMIT)
})
