import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { service, startService } from './support/graphql.js'

const BUILT = 'dist/inspector'
const MAX_BYTES = 40_000

it('/inspector is a page without inline scripts, whose files a browser may keep for a year', async () => {
  const response = await fetch(`${await service()}/inspector`)
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  const page = await response.text()
  expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=/)
  for (const [, path] of page.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    const file = await fetch(`${await service()}${path}`)
    expect(file.headers.get('cache-control')).toBe('max-age=31536000, immutable')
  }
})

it('/inspector has a service worker for its own address', async () => {
  const { status, headers } = await fetch(`${await service()}/inspector/service-worker.js`)
  expect([status, headers.get('service-worker-allowed')]).toEqual([200, '/inspector'])
})

it('/inspector has at most 40 kB, compressed', () => {
  const files = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.\w+$/.test(path),
  )
  const sizes = files.map((path) => brotliCompressSync(readFileSync(join(BUILT, path))).length)
  expect(files.length).toBeGreaterThanOrEqual(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES)
})

it('/inspector is off with the dashboard', async () => {
  const address = await startService({ DASHBOARD: 'off' })
  expect((await fetch(`${address}/inspector`)).status).toBe(404)
})
