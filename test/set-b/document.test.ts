import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { service } from '../support/graphql.js'
import { createDocument } from '../../src/set-b/openapi.js'
import { conformanceTo } from '../support/conform.js'
import { specified } from './specification.js'

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, { security: object[]; parameters?: Parameter[] }>>
  readonly components: { schemas: Record<string, object> }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
}

const fetchDocument = async () =>
  (await (await fetch(`${await service()}/v1/openapi.json`)).json()) as Document

it('is public, in OpenAPI 3.1', async () => {
  const response = await fetch(`${await service()}/v1/openapi.json`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(((await response.json()) as Document).openapi).toMatch(/^3\.1\./)
})

it('has every operation of the specification and no other', async () => {
  const { paths } = await fetchDocument()
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const wanted = specified.flatMap(({ methods, path }) => methods.map((m) => `${m} ${path}`))
  expect(documented.sort()).toEqual(wanted.sort())
})

it('requires a key everywhere, and a token everywhere except at the login', async () => {
  const { paths } = await fetchDocument()
  for (const [path, methods] of Object.entries(paths)) {
    for (const { security } of Object.values(methods)) {
      const wanted = path.endsWith('/login')
        ? [['apiKey']]
        : [
            ['apiKey', 'apiToken'],
            ['apiKey', 'bearer'],
          ]
      expect([path, security.map((each) => Object.keys(each))]).toEqual([path, wanted])
    }
  }
})

it('requires pageSize and pageIndex of every list', async () => {
  const { paths } = await fetchDocument()
  for (const { path } of specified.filter(({ paged }) => paged)) {
    const required = paths[path]?.['get']?.parameters?.filter((parameter) => parameter.required)
    const names = required?.map(({ name }) => name) ?? []
    expect([path, names.slice(0, 2)]).toEqual([path, ['pageSize', 'pageIndex']])
  }
})

it('has schemas that are JSON Schema', async () => {
  const { components } = await fetchDocument()
  const ajv = new Ajv2020({ strict: false })
  for (const [name, schema] of Object.entries(components.schemas)) {
    expect([name, ajv.validateSchema(schema)]).toEqual([name, true])
  }
})

it('accepts a response that conforms, and no other', () => {
  const expectConform = conformanceTo(createDocument())
  const path = '/v1/zone-types/0190b6a0-0000-7000-8000-000000000000'
  const zoneType = {
    id: '0190b6a0-0000-7000-8000-000000000000',
    description: 'Hall',
    riskLevel: null,
  }
  expectConform('GET', path, 200, zoneType)
  const wrong = [
    { ...zoneType, id: '1' },
    { ...zoneType, more: 1 },
    { ...zoneType, riskLevel: 'x' },
    {},
  ]
  for (const body of wrong) {
    expect(() => {
      expectConform('GET', path, 200, body)
    }).toThrow()
  }
  expect(() => {
    expectConform('GET', path, 204, zoneType)
  }).toThrow()
})

it('has an HTML page that loads nothing from other hosts', async () => {
  const address = await service()
  const page = await fetch(`${address}/v1/docs`)
  const html = await page.text()
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const references = [...html.matchAll(/<(?:link|script)\b[^>]*(?:src|href)="([^"]+)"/g)].map(
    ([, url = '']) => url,
  )
  expect(references).not.toEqual([])
  for (const reference of references) {
    const url = new URL(reference, `${address}/v1/docs`)
    expect(url.origin).toBe(new URL(address).origin)
    expect([reference, (await fetch(url)).status]).toEqual([reference, 200])
  }
})
