import { beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { service, startService } from './support/graphql.js'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let address: string
beforeAll(async () => {
  address = await service()
})

describe('/', () => {
  it('leads a browser to the playground, the dashboard, the documentation of the service and that of both REST sets', async () => {
    const response = await fetch(address, { headers: HTML })
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    const links = [...(await response.text()).matchAll(/href="([^"]+)"/g)].map(([, path]) => path)
    expect(links).toEqual([
      '/graphql',
      '/dashboard',
      '/inspector',
      '/docs',
      '/api/docs',
      '/v1/docs',
    ])
    for (const path of links) {
      const page = await fetch(`${address}${path}`, { headers: HTML })
      expect(page.status, path).toBe(200)
      expect(page.headers.get('content-type'), path).toMatch(/^text\/(html|plain)/)
    }
  })

  it('sends an API client the same as JSON', async () => {
    for (const headers of [{}, { accept: 'application/json' }]) {
      const response = await fetch(address, { headers })
      expect(response.headers.get('vary')).toContain('accept')
      expect(await response.json()).toEqual({
        name: 'Field Inspection Service',
        version: manifest.version,
        demo: false,
        graphql: '/graphql',
        dashboard: '/dashboard',
        inspector: '/inspector',
        setA: '/api/docs',
        setB: '/v1/docs',
        docs: '/docs',
      })
    }
  })

  it('says what the service is, which version runs, and that it has no demo data', async () => {
    const html = await (await fetch(address, { headers: HTML })).text()
    expect(html).toContain('A GraphQL API and two REST APIs for field inspections')
    expect(html).toMatch(new RegExp(`Version ${manifest.version} \\(commit \\w+\\)`))
    expect(html).toContain('This service has no demo data.')
  })

  it('says that the documentation needs an account, if it does', async () => {
    const html = async (DOCS: string) =>
      (await fetch(await startService({ DOCS }), { headers: HTML })).text()
    expect(await html('signed-in')).toContain('you need an account')
    expect(await html('public')).not.toContain('you need an account')
    expect(await html('off')).not.toContain('href="/docs"')
  })

  it('has no link to the playground if it is off', async () => {
    const without = await startService({ PLAYGROUND: 'off' })
    expect(await (await fetch(without, { headers: HTML })).text()).not.toContain('playground')
  })

  it('has no other method', async () => {
    const response = await fetch(address, { method: 'POST' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })
})
