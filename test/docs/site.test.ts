import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorCodes } from '../../src/graphql/error-codes.js'
import { errorCodes as codesOfSetB } from '../../src/set-b/errors.js'
import { schema, service, startService } from '../support/graphql.js'

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const ROOT = 'dist/docs'

let address: string
beforeAll(async () => {
  address = await service()
})

const get = (path: string, headers: Record<string, string> = HTML) =>
  fetch(`${address}${path}`, { headers })

const text = async (path: string) => (await get(path)).text()

/** The addresses that a page or a Markdown file refers to. */
const targetsIn = (body: string, isHtml: boolean) =>
  [...body.matchAll(isHtml ? /(?:href|src|action)="([^"]*)"/g : /\]\((\/[^)\s]*)\)/g)].map(
    ([, target = '']) => target.replaceAll('&amp;', '&'),
  )

const idsIn = (html: string) => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id))

describe('the links of the site', () => {
  it('lead to something, in all pages and in their Markdown', async () => {
    const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    const read = files.filter((name) => /\.(html|md|txt|atom)$/.test(name))
    const ids = new Map<string, Set<string | undefined>>()
    const dead: string[] = []
    const check = async (target: string, from: string) => {
      const [path = '', id = ''] = target.split('#')
      if (!ids.has(path)) {
        const response = await get(path)
        if (response.status !== 200) dead.push(`${path} in ${from}`)
        ids.set(path, idsIn(await response.text()))
      }
      if (id !== '' && path.endsWith('.md')) await check(pageOf(target), from)
      else if (id !== '' && !ids.get(path)?.has(decodeURIComponent(id))) {
        dead.push(`${target} in ${from}`)
      }
    }
    for (const name of read) {
      const isHtml = /\.(html|atom)$/.test(name)
      const own = `/docs/${name.replace(/(^|\/)index\.html$|\.html$/, '')}`.replace(/\/$/, '')
      const body = readFileSync(join(ROOT, name), 'utf8')
      for (const target of new Set(targetsIn(body, isHtml))) {
        if (/^(https?|mailto):/.test(target)) continue
        await check(target.startsWith('#') ? `${own}${target}` : target, name)
      }
    }
    expect(dead).toEqual([])
    expect([...ids.keys()]).toEqual(
      expect.arrayContaining(['/docs', '/docs/graphql', '/docs/schema/Site.md', '/docs/llms.txt']),
    )
  })

  const pageOf = (target: string) => target.replace(/(\/index)?\.md(?=#|$)/, '')

  it('are in the order of the guides: the first page leads to every page', async () => {
    const linked = new Set<string>()
    for (const path of ['/docs', '/docs/schema', '/docs/decisions']) {
      for (const target of targetsIn(await text(path), true)) linked.add(target)
    }
    const pages = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `/docs/${name.replace(/(^|\/)index\.md$|\.md$/, '')}`.replace(/\/$/, ''))
    expect(pages.filter((page) => !linked.has(page))).toEqual([])
  })
})

describe('a page', () => {
  it('is HTML without inline scripts and styles, and Markdown beside it', async () => {
    const page = await get('/docs/graphql')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(
      /script-src 'self'; style-src 'self'/,
    )
    const html = await page.text()
    expect(html).toContain('<h2 id="the-audit-log">')
    const withTables = await (await get('/docs/operating')).text()
    expect(withTables).toContain('<th class="right">')
    for (const text of [html, withTables])
      expect(text).not.toMatch(/<style|<script(?![^>]* src=)| style=| on\w+=/)
    const markdown = await get('/docs/graphql.md')
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await markdown.text()).toMatch(/^# Using the GraphQL API\n/)
  })

  it('that does not exist is a page for browsers, otherwise JSON', async () => {
    const page = await get('/docs/nothing')
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const json = await get('/docs/nothing', {})
    expect([json.status, await json.json()]).toEqual([404, { message: 'There is nothing here.' }])
  })

  it('has no file from outside of the site', async () => {
    for (const path of [
      '/docs/../package.json',
      '/docs/..%2f..%2fpackage.json',
      '/docs/%2e%2e/main.js',
    ])
      expect((await get(path)).status, path).toBe(404)
  })
})

it('there is an entry for every code of an error: its meaning, when it occurs, what to do, and whether to retry', async () => {
  const html = await text('/docs/errors')
  const userErrors = schema.getType('UserErrorCode') as unknown as {
    getValues: () => { name: string }[]
  }
  const codes = [...Object.keys(errorCodes), ...userErrors.getValues().map(({ name }) => name)]
  for (const code of codes) expect(html).toMatch(new RegExp(`<h3 id="[\\w-]+">${code}</h3>`))
  const statuses = Object.entries(codesOfSetB).map(([status, code]) => `${status} ${code}`)
  const [, ...entries] = (await text('/docs/errors.md')).split('\n### ')
  expect(entries.map((entry) => entry.split('\n')[0])).toEqual([...codes, ...statuses])
  for (const entry of entries)
    for (const part of ['When', 'What to do', 'Retry']) expect(entry).toContain(`- ${part}: `)
})

it('the list of the pages for programs is at the root too, with the same headers', async () => {
  const [root, listed] = [await get('/llms.txt', {}), await get('/docs/llms.txt', {})]
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries(
      [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit.*)$/.test(name)),
    )
  expect([root.status, headersOf(root)]).toEqual([200, headersOf(listed)])
  expect(root.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await root.text()).toBe(await listed.text())
  const posted = await fetch(`${address}/llms.txt`, { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

it('DOCS=off serves nothing at /docs', async () => {
  const without = await startService({ DOCS: 'off' })
  for (const path of ['/docs', '/docs/graphql', '/docs/assets/site.css', '/llms.txt'])
    expect((await fetch(`${without}${path}`, { headers: HTML })).status, path).toBe(404)
  expect(existsSync(ROOT)).toBe(true)
})
