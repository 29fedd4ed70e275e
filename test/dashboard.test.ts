import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { service, startService } from './support/graphql.js'

const BUILT = 'dist/dashboard'
const MAX_BYTES = 250_000

describe('/dashboard', () => {
  it('is a page without inline scripts, under a policy that allows none', async () => {
    for (const path of ['/dashboard', '/dashboard/']) {
      const response = await fetch(`${await service()}${path}`)
      expect(response.status).toBe(200)
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).not.toContain('unsafe')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
    }
  })

  it('leads to files that a browser may keep for a year, because their names change with their content', async () => {
    const page = await (await fetch(`${await service()}/dashboard`)).text()
    const paths = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path)
    expect(paths.length).toBeGreaterThanOrEqual(2)
    for (const path of paths) {
      const response = await fetch(`${await service()}${path}`)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toBe('max-age=31536000, immutable')
    }
  })

  it('has a service worker for its own address, which a browser looks for again at each visit', async () => {
    const { status, headers } = await fetch(`${await service()}/dashboard/service-worker.js`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(headers.get('service-worker-allowed')).toBe('/dashboard')
  })

  it('has at most 250 kB, compressed', () => {
    const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.\w+$/.test(path),
    )
    const sizes = files.map((path) => brotliCompressSync(readFileSync(join(BUILT, path))).length)
    expect(files.length).toBeGreaterThanOrEqual(3)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
  })

  it('has no other method, no other file, and is off if a setting says so', async () => {
    const post = await fetch(`${await service()}/dashboard`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const outside = await fetch(`${await service()}/dashboard/../../package.json`)
    expect(outside.status).toBe(404)
    expect((await fetch(`${await service()}/dashboard/none.js`)).status).toBe(404)
    for (const env of [{ DASHBOARD: 'off' }, { PAGES: 'off' }]) {
      const address = await startService(env)
      expect((await fetch(`${address}/dashboard`)).status).toBe(404)
      const links = (await (await fetch(address)).json()) as object
      expect(links).not.toHaveProperty('dashboard')
    }
  })
})
