import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { preview } from 'vite'

const ROOT = 'examples/dashboard'

export const ADMIN = 'admin@harbour.example'
export const TECHNICIAN = 'tech1@harbour.example'

export interface Dashboard {
  /** Its address: another origin than that of the service. */
  readonly address: string
  close(): Promise<void>
}

/** Builds the dashboard for this service, as docs/clients.md describes it, and serves it. */
export async function serveDashboard(folder: string, api: string): Promise<Dashboard> {
  const outDir = join(folder, 'dashboard')
  const build = ['node_modules/vite/bin/vite.js', 'build', ROOT, '--outDir', outDir]
  await promisify(execFile)(process.execPath, build, {
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: api },
  })
  const server = await preview({
    root: ROOT,
    logLevel: 'error',
    build: { outDir },
    preview: { host: 'localhost', port: 0 },
  })
  const [address] = server.resolvedUrls?.local ?? []
  if (!address) throw new Error('The dashboard has no address.')
  return { address, close: () => server.close() }
}

/** Signs in, unless `username` is not allowed to. */
export async function signIn(page: Page, username = ADMIN, password = 'demo-password') {
  await page.getByLabel('Email address').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Opens a page of the dashboard with its own link, without loading the document again. */
export const open = (page: Page, link: 'Overview' | 'Sites' | 'Jobs') =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: link }).click()

/** The requests that the page sends to the service from now on, by the names of their operations. */
export function recordOperations(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/graphql') || request.method() !== 'POST') return
    const { query } = request.postDataJSON() as { query: string }
    // A page that is live has one stream.
    if (/^\s*subscription\b/.test(query)) return
    names.push(/(?:query|mutation) (\w+)/.exec(query)?.[1] ?? query)
  })
  return names
}

/** Waits until the list of sites has this many rows. */
export const showsSites = (page: Page, count: number) =>
  expect.poll(() => page.locator('.records tbody th').count()).toBe(count)

/** Waits until the list of sites has these names, in this order. */
export const namesSites = (page: Page, names: readonly string[]) =>
  expect.poll(() => page.locator('.records tbody th').allInnerTexts()).toEqual(names)

/** The figures of a chart: the rows of its table. */
export async function figuresOf(page: Page, title: string): Promise<string[][]> {
  const figure = page.locator('figure').filter({ hasText: title })
  await figure.getByText('Figures').click()
  const rows = await figure.locator('tbody tr').all()
  return Promise.all(rows.map((row) => row.locator('th, td').allInnerTexts()))
}
