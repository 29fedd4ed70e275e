import { beforeAll, expect, it } from 'vitest'
import { newUser, PASSWORD } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { newKey, PAGE, send } from './ask.js'
import { newWorld, type World } from './world.js'

let world: World
let key: string
beforeAll(async () => {
  world = await newWorld()
  key = await newKey(world.company.admin)
})

const logIn = (body: object, apiKey = key) =>
  send('POST', '/api/authentication/login', { body, headers: { 'x-api-key': apiKey } })

it('answers a token that opens the other operations with the same key', async () => {
  const { status, body, headers } = await logIn({ username: world.username, password: PASSWORD })
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

it('takes the username in any case, and fields that it does not know', async () => {
  const username = ` ${world.username.toUpperCase()} `
  expect(await logIn({ username, password: PASSWORD, more: 1 })).toMatchObject({ status: 200 })
})

it('answers the same to an unknown user, a wrong password, a disabled user and one of another company', async () => {
  const other = await newWorld()
  const disabled = await newUser(world.company, { active: false })
  const attempts = [
    await logIn({ username: 'nobody@example.com', password: PASSWORD }),
    await logIn({ username: world.username, password: 'wrong' }),
    await logIn({ username: disabled.email, password: PASSWORD }),
    await logIn({ username: other.username, password: PASSWORD }),
    await logIn({ username: world.username, password: PASSWORD }, 'garbage'),
    await logIn({}, 'garbage'),
  ]
  const bodies = attempts.map(({ status, body }) => ({ status, ...body, requestId: '' }))
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  expect(bodies[0]).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
})

it('signs in the user of the key’s company where several share an email', async () => {
  const other = await newWorld()
  await testDatabase().prisma.user.update({
    where: { uuid: other.adminId },
    data: { email: world.username },
  })
  const otherKey = await newKey(other.company.admin)
  const { body } = await logIn({ username: world.username, password: PASSWORD }, otherKey)
  const pair = { 'x-api-key': otherKey, 'x-api-token': body.accessToken as string }
  const read = (id: string) => send('GET', `/v1/users/${id}`, { headers: pair })
  expect(await read(other.adminId)).toMatchObject({ status: 200 })
  expect(await read(world.adminId)).toMatchObject({ status: 404 })
})

it.each([
  ['username', undefined, 'REQUIRED'],
  ['username', null, 'REQUIRED'],
  ['username', 1, 'INVALID'],
  ['password', undefined, 'REQUIRED'],
  ['password', {}, 'INVALID'],
])('names %s where it is %j', async (field, value, code) => {
  const body = { username: world.username, password: PASSWORD, [field]: value }
  expect(await logIn(body)).toMatchObject({ status: 400, body: { errors: [{ field, code }] } })
})
