import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { service } from '../support/graphql.js'
import { specified } from './specification.js'

interface Operation {
  readonly security?: object[]
  readonly requestBody?: { readonly content: Record<string, { schema: object }> }
  readonly responses: Record<string, object>
}

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, object> }
}

const fetchText = async (path: string) => {
  const response = await fetch(`${await service()}${path}`)
  expect(response.status, path).toBe(200)
  return { response, text: await response.text() }
}
const fetchDocument = async () =>
  JSON.parse((await fetchText('/api/openapi.json')).text) as Document

it('is public, in OpenAPI 3.1', async () => {
  const { response, text } = await fetchText('/api/openapi.json')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect((JSON.parse(text) as Document).openapi).toMatch(/^3\.1\./)
})

it('has every operation of the specification and no other', async () => {
  const { paths } = await fetchDocument()
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(documented).toEqual(specified.map(({ method, path }) => `${method} ${path}`))
})

it('requires a token for all operations except the one that returns it, from OAuth or pasted', async () => {
  const { paths } = await fetchDocument()
  for (const [path, methods] of Object.entries(paths)) {
    for (const { security } of Object.values(methods)) {
      expect([path, security]).toEqual([
        path,
        path === '/oauth/token' ? [] : [{ oauth2: [] }, { bearer: [] }],
      ])
    }
  }
})

it('lists the content types and statuses', async () => {
  const { paths } = await fetchDocument()
  const job = paths['/api/job']?.['post']
  expect(Object.keys(job?.requestBody?.content ?? {})).toEqual([
    'application/json',
    'multipart/form-data',
  ])
  expect(Object.keys(job?.responses ?? {})).toEqual('201 400 401 403 406 429 500 503'.split(' '))
  const zones = paths['/api/site/{site}/zones']?.['get']
  expect(Object.keys(zones?.responses ?? {})).toEqual(
    '200 400 401 404 406 410 429 500 503'.split(' '),
  )
})

it('has no dangling references, and valid schemas', async () => {
  const document = await fetchDocument()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const names = Object.keys(document.components.schemas)
  expect(names).toContain('Job')
  for (const name of names) {
    const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` })
    expect(validate('a value of no schema'), name).toBe(false)
  }
  const refs = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)
  for (const [, name] of refs) expect(names).toContain(name)
})

it('has an HTML page that loads nothing from other hosts', async () => {
  const { response, text } = await fetchText('/api/docs')
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("default-src 'none'")
  const parts = [...text.matchAll(/<(?:link|script)\b[^>]*(?:src|href)="([^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(parts).toEqual(['docs/swagger-ui.css', 'docs/swagger-ui-bundle.js', 'docs/show.js'])
  for (const part of parts) await fetchText(`/api/${part}`)
  expect((await fetchText('/api/docs/show.js')).text).toContain('"/api/openapi.json"')
})

it('is shown by the installed version of Swagger UI', async () => {
  const { version } = createRequire(import.meta.url)('swagger-ui-dist/package.json') as {
    version: string
  }
  const { text } = await fetchText('/api/docs/swagger-ui-bundle.js')
  expect(text).toContain(version)
})
