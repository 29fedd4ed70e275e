import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { newKey } from '../set-b/rest.js'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service } from '../support/graphql.js'

const JSON_BODY = '{"query":"{ __typename }"}'
const MESSAGE =
  'The body is compressed, by the header Content-Encoding: send it without compression.'

const send = async (
  path: string,
  encoding: string,
  body: Uint8Array<ArrayBuffer> | string,
  more: Record<string, string> = {},
) => {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding, ...more }
  const response = await fetch(`${await service()}${path}`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
])('a body with the encoding %s is refused with a sentence', async (encoding, compress) => {
  const body = new Uint8Array(compress(JSON_BODY))
  expect(await send('/graphql', encoding, body)).toEqual({
    status: 415,
    body: { errors: [{ message: MESSAGE, extensions: { code: 'BAD_REQUEST' } }] },
  })
  const ofSetA = await send('/oauth/token', encoding, body)
  expect(ofSetA).toMatchObject({ status: 400, body: { error_description: MESSAGE } })
  const key = { 'x-api-key': await newKey((await newCompany(testDatabase())).admin) }
  const ofSetB = await send('/api/authentication/login', encoding, body, key)
  expect(ofSetB).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST', message: MESSAGE } })
})

it('a body with the encoding identity is accepted', async () => {
  const { status } = await send('/graphql', 'identity', JSON_BODY)
  expect(status).toBe(200)
})
