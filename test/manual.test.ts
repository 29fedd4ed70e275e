import { expect, it } from 'vitest'
import { service, startService } from './support/graphql.js'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** The addresses of a page's links and pictures on the service itself, and the page's ids. */
async function read(url: string) {
  const response = await fetch(url, { headers: HTML })
  const type = response.headers.get('content-type') ?? ''
  const html = type.startsWith('text/html') ? await response.text() : ''
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found)
  const targets = all(/(?:href|src)="([^"]*)"/g).map((target) => new URL(target, url).href)
  return { status: response.status, type, html, targets, ids: new Set(all(/ id="([^"]*)"/g)) }
}

it('shows README as a page whose links and pictures all lead to something, and those of its pages too', async () => {
  const address = await service()
  const pages = new Map<string, Awaited<ReturnType<typeof read>>>()
  const waiting = [`${address}/README.md`]
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    const page = await read(url)
    expect(page.status, url).toBe(200)
    pages.set(url, page)
    for (const target of page.targets) {
      const [file = ''] = target.split('#')
      if (file.startsWith(address) && !pages.has(file) && !waiting.includes(file))
        waiting.push(file)
    }
  }
  for (const [url, { targets }] of pages) {
    for (const target of targets.filter((each) => each.startsWith(address))) {
      const [file = '', id = ''] = target.split('#')
      if (id) expect(pages.get(file)?.ids, `${target} in ${url}`).toContain(decodeURIComponent(id))
    }
  }
  const names = [...pages.keys()].map((url) => url.slice(address.length))
  expect(names).toEqual(
    expect.arrayContaining([
      '/docs/graphql.md',
      '/docs/playground.png',
      '/docs/benchmark.svg',
      '/docs/decisions/',
      '/docs/decisions/audit.md',
      '/schema.graphql',
    ]),
  )
  expect(pages.get(`${address}/docs/playground.png`)?.type).toBe('image/png')
  const { html } = pages.get(`${address}/docs/graphql.md`)!
  expect(html).toContain('<table>')
  expect(html).not.toContain('href="../')
})

it('sends other clients the text, and does not change its links', async () => {
  const response = await fetch(`${await service()}/README.md`)
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(response.headers.get('vary')).toContain('accept')
  expect(await response.text()).toMatch(
    /^# Field Inspection Service\n[\s\S]*\]\(docs\/graphql\.md\)/,
  )
})

it('shows no file outside of the documentation, and none with PAGES=off', async () => {
  for (const path of [
    '/package.json',
    '/docs/../package.json',
    '/docs/..%2fpackage.json',
    '/src/main.ts',
  ]) {
    expect((await fetch(`${await service()}${path}`, { headers: HTML })).status, path).toBe(404)
  }
  const without = await startService({ PAGES: 'off' })
  for (const path of ['/README.md', '/docs/graphql.md', '/docs/decisions/'])
    expect((await fetch(`${without}${path}`, { headers: HTML })).status, path).toBe(404)
})
