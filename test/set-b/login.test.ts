import { beforeAll, expect, it } from 'vitest'
import { newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newKey, PAGE, send } from './rest.js'
import { poolOf, sentBy } from '../support/statements.js'
import { newPopulatedCompany, type PopulatedCompany } from '../support/populated-company.js'

let company: PopulatedCompany
let key: string
beforeAll(async () => {
  company = await newPopulatedCompany()
  key = await newKey(company.admin)
})

const logIn = (body: object, apiKey = key) =>
  send('POST', '/api/authentication/login', { body, headers: { 'x-api-key': apiKey } })

it('returns a token for the other operations with the same key', async () => {
  const { status, body, headers } = await logIn({
    username: company.users.admin.email,
    password: PASSWORD,
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    accessToken: expect.stringMatching(/^.{43,}$/),
    expiresIn: 86_400,
    tokenType: 'Bearer',
  })
  expect(headers.get('cache-control')).toBe('no-store')
  const pair = { 'x-api-key': key, 'x-api-token': body.accessToken as string }
  expect(await send('GET', '/v1/users', { query: PAGE, headers: pair })).toMatchObject({
    status: 200,
  })
})

it('asks for no company of the key or of the username, because the key names the company', async () => {
  const sent = await sentBy(poolOf(testDatabase()), async () => {
    expect(await logIn({ username: company.users.admin.email, password: PASSWORD })).toMatchObject({
      status: 200,
    })
  })
  const texts = sent.map(({ text }) => text)
  expect(texts).not.toEqual([])
  expect(texts.filter((text) => /compan(y|ies)_of_/.test(text))).toEqual([])
})

it('compares the username case-insensitively, and ignores unknown fields', async () => {
  const username = ` ${company.users.admin.email.toUpperCase()} `
  expect(await logIn({ username, password: PASSWORD, more: 1 })).toMatchObject({ status: 200 })
})

it('responds the same to an unknown user, a wrong password, a disabled user and a user of another company', async () => {
  const other = await newPopulatedCompany()
  const disabled = await newUser(company, { active: false })
  const attempts = [
    await logIn({ username: 'nobody@example.com', password: PASSWORD }),
    await logIn({ username: company.users.admin.email, password: 'wrong' }),
    await logIn({ username: disabled.email, password: PASSWORD }),
    await logIn({ username: other.users.admin.email, password: PASSWORD }),
    await logIn({ username: company.users.admin.email, password: PASSWORD }, 'garbage'),
    await logIn({}, 'garbage'),
  ]
  const bodies = attempts.map(({ status, body }) => ({ status, ...body, requestId: '' }))
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})

it('signs in the user of the key’s company if several share an email', async () => {
  const other = await newPopulatedCompany()
  await testDatabase().prisma.user.updateMany({
    where: { uuid: other.users.admin.uuid },
    data: { email: company.users.admin.email },
  })
  const otherKey = await newKey(other.admin)
  const { body } = await logIn(
    { username: company.users.admin.email, password: PASSWORD },
    otherKey,
  )
  const pair = { 'x-api-key': otherKey, 'x-api-token': body.accessToken as string }
  const read = (id: string) => send('GET', `/v1/users/${id}`, { headers: pair })
  expect(await read(other.users.admin.uuid)).toMatchObject({ status: 200 })
  expect(await read(company.users.admin.uuid)).toMatchObject({ status: 404 })
})

it.each([
  ['username', undefined, 'REQUIRED'],
  ['username', null, 'REQUIRED'],
  ['username', 1, 'INVALID'],
  ['password', undefined, 'REQUIRED'],
  ['password', {}, 'INVALID'],
])('reports %s if it is %j', async (field, value, code) => {
  const body = { username: company.users.admin.email, password: PASSWORD, [field]: value }
  expect(await logIn(body)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } })
})
