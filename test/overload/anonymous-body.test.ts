import { beforeAll, expect, it } from 'vitest'
import { newCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { service, tokenOf } from '../support/graphql.js'

let authorization: string
beforeAll(async () => {
  authorization = `Bearer ${await tokenOf((await newCompany(testDatabase())).admin)}`
})

/** Sends a body of `bytes` with its length, or chunked. */
async function send(
  path: string,
  bytes: number,
  headers: Record<string, string>,
  chunked: boolean,
) {
  const start = '{"query":"{ __typename }","padding":"'
  const text = `${start}${'x'.repeat(bytes - start.length - 2)}"}`
  const body = chunked ? new Blob([text]).stream() : text
  const response = await fetch(`${await service()}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  })
  await response.arrayBuffer()
  return response.status
}

it.each([
  ['with its length', false],
  ['in chunks', true],
])('a body without credentials may have 16 kB, if it is sent %s', async (_, chunked) => {
  expect(await send('/graphql', 16_384, {}, chunked)).toBe(200)
  expect(await send('/graphql', 16_385, {}, chunked)).toBe(413)
  expect(await send('/graphql', 100_000, { authorization }, chunked)).toBe(200)
  expect(await send('/oauth/token', 16_385, {}, chunked)).toBe(400)
  expect(await send('/graphql', 16_385, { 'x-api-key': 'invented' }, chunked)).toBe(413)
  const key = { 'x-api-key': `fis_key_${'x'.repeat(54)}` }
  expect(await send('/graphql', 100_000, key, chunked)).toBe(200)
})
