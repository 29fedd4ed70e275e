import { expect, it } from 'vitest'
import { newPopulatedCompany } from '../support/populated-company.js'
import { startService } from '../support/graphql.js'
import { passwordGrant } from './requests.js'
import { send } from './rest.js'

const errorOf = (error: string, message: string) => ({ error, error_description: message, message })

it.each(['GET', 'PUT', 'DELETE'])('405 for %s has an error code of OAuth', async (method) => {
  const { status, body, headers } = await send(method, '/oauth/token')
  const message = `The method ${method} is not allowed here. Allowed: POST.`
  expect([status, body]).toEqual([405, errorOf('invalid_request', message)])
  expect(headers.get('allow')).toBe('POST')
})

it('406 has an error code of OAuth', async () => {
  const { status, body } = await send('POST', '/oauth/token', { headers: { accept: 'text/html' } })
  const message = 'The response is application/json, which the Accept header does not allow.'
  expect([status, body]).toEqual([406, errorOf('invalid_request', message)])
})

it.each([
  ['sign-in attempts', { LOGIN_ATTEMPTS_PER_MINUTE: '2', RATE_LIMIT_PER_MINUTE: '0' }],
  ['requests', { RATE_LIMIT_PER_MINUTE: '2' }],
])('429 after too many %s has an error code of OAuth', async (_, settings) => {
  const address = await startService(settings)
  const grant = { ...passwordGrant(await newPopulatedCompany()), password: 'wrong' }
  const attempt = () =>
    fetch(`${address}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(grant),
    })
  expect([(await attempt()).status, (await attempt()).status]).toEqual([401, 401])
  const response = await attempt()
  expect([response.status, await response.json()]).toEqual([
    429,
    errorOf('temporarily_unavailable', 'Too Many Attempts.'),
  ])
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})
