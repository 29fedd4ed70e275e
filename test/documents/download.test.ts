import { beforeAll, describe, expect, it } from 'vitest'
import type { Audience } from '../../src/db/generated/prisma/enums.js'
import { createApiKey } from '../../src/domain/api-key/create-api-key.js'
import { newAsset, newCompany, newDocument, type TestCompany } from '../support/builders.js'
import { testDatabase } from '../support/database.js'
import { graph, service } from '../support/graphql.js'
import { newSession } from '../support/sessions.js'

let company: TestCompany
beforeAll(async () => {
  company = await newCompany(testDatabase())
})

type Headers = Record<string, string>

const get = async (path: string, headers: Headers, method = 'GET') =>
  fetch(`${await service()}${path}`, { method, headers })

const bearer = async (audience: Audience, of = company) => ({
  authorization: `Bearer ${(await newSession(of.technician, audience)).accessToken}`,
})

const pair = async () => ({
  'x-api-key': (await createApiKey(company.admin, { name: 'Test' })).key,
  'x-api-token': (await newSession(company.technician, 'set_b')).accessToken,
})

it.each<[string, () => Promise<Headers>]>([
  ['Set A’s token', () => bearer('set_a')],
  ['Set B’s token', () => bearer('set_b')],
  ['Set B’s key and token', pair],
  ['GraphQL’s token', () => bearer('graphql')],
])('returns the file to a request with %s', async (_, headersOf) => {
  const { uuid } = await newDocument(company)
  const response = await get(`/documents/${uuid}`, await headersOf())
  expect([response.status, await response.text()]).toEqual([200, '%PDF-1.7\n'])
})

it('is downloaded from the URL in GraphQL, on a job and on an asset', async () => {
  const asset = await newAsset(company)
  const { uuid } = await newDocument(company, { assetId: asset.id })
  const { data } = await graph(company.admin)(
    'query ($code: String!) { asset(by: { code: $code }) { documents { nodes { url } } } }',
    { code: asset.code },
  )
  const path = `/documents/${uuid}\\?company=${company.companyId}&expires=\\d{10}&signature=[0-9a-f]{64}`
  expect(data.asset.documents.nodes).toEqual([{ url: expect.stringMatching(`^${path}$`) }])
})

it('is sent as an attachment and not cached', async () => {
  const { uuid } = await newDocument(company, { contentType: 'image/png', name: 'a.png' })
  const { headers } = await get(`/documents/${uuid}`, await bearer('set_a'))
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('content-disposition')).toBe('attachment; filename=a.png')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('cache-control')).toBe('no-store')
})

it.each([
  ['"; filename=x.exe', 'attachment; filename="\\"; filename=x.exe"'],
  ['Grundriß 計画.pdf', `filename*=UTF-8''Grundri%C3%9F%20%E8%A8%88%E7%94%BB.pdf`],
])('has an escaped file name: %s', async (name, expected) => {
  const { uuid } = await newDocument(company, { name })
  const { headers } = await get(`/documents/${uuid}`, await bearer('set_a'))
  expect(headers.get('content-disposition')).toContain(expected)
})

describe('refused', () => {
  const answerTo = async (path: string, headers: Headers, method?: string) => {
    const response = await get(path, headers, method)
    return [response.status, await response.json()]
  }

  it('without valid credentials', async () => {
    const { uuid } = await newDocument(company)
    for (const headers of [{}, { authorization: 'Bearer garbage' }, { 'x-api-token': 'x' }]) {
      const [status] = await answerTo(`/documents/${uuid}`, headers)
      expect(status).toBe(401)
    }
  })

  it('in the same way for another company’s file and for an unknown one', async () => {
    const other = await newDocument(await newCompany(testDatabase()))
    const headers = await bearer('set_a')
    const never = await answerTo('/documents/0190b6a0-0000-7000-8000-000000000000', headers)
    expect(never).toEqual([404, { message: 'There is no such document.' }])
    expect(await answerTo(`/documents/${other.uuid}`, headers)).toEqual(never)
    expect(await answerTo('/documents/1', headers)).toEqual(never)
    expect((await answerTo('/documents/a/b', headers))[0]).toBe(404)
  })

  it('if it was removed', async () => {
    const { uuid } = await newDocument(company, { deletedAt: new Date() })
    const answer = await answerTo(`/documents/${uuid}`, await bearer('set_a'))
    expect(answer).toEqual([410, { message: 'This document was removed.' }])
  })

  it('with another method', async () => {
    const { uuid } = await newDocument(company)
    const response = await get(`/documents/${uuid}`, await bearer('set_a'), 'DELETE')
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
