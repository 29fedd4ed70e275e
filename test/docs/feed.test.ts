import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { feedOf } from '../../scripts/docs-site/feed.js'
import type { Page } from '../../scripts/docs-site/page.js'
import { service, startService } from '../support/graphql.js'
import { rawRequest } from '../support/raw-request.js'

/* What a feed reader needs of the feed is in test/browser/feed.browser.ts, which parses it. */

const read = async (address: string) => {
  const response = await fetch(`${address}/docs/changelog.atom`)
  return { headers: response.headers, xml: await response.text() }
}

const all = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, found]) => found)

it('has each release of the changelog, newest first, with its changes', async () => {
  const { headers, xml } = await read(await service())
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const versions = all(changelog, /^## (\d\S+)/gm)
  expect(versions.at(-1)).toBe('1.0.0')
  expect(all(xml, /<title>Version (.+)<\/title>/g)).toEqual(versions)
  const dates = all(changelog, /^## \d\S+ \((\S+)\)$/gm).map((date) => `${date}T00:00:00Z`)
  expect(all(xml, /<updated>(.+)<\/updated>/g)).toEqual([dates[0], ...dates])
  expect(xml.match(/<content type="html">&lt;[^<]{100,}<\/content>/g)?.length).toBe(versions.length)
})

it('has links that begin with the address to which the request was sent, or with PUBLIC_URL', async () => {
  const address = await service()
  const begins = (xml: string) => new Set(all(xml, /\bhref=(?:"|&quot;)(.*?)\/docs\//g))
  expect(begins((await read(address)).xml)).toEqual(new Set([address]))
  const named = await startService({ PUBLIC_URL: 'https://inspections.example/fis/' })
  expect(begins((await read(named)).xml)).toEqual(new Set(['https://inspections.example/fis']))
})

it('has relative links if the request has a malformed host', async () => {
  const headers = { host: 'a"b<c' }
  const { bytes } = await rawRequest(`${await service()}/docs/changelog.atom`, { headers })
  expect(bytes.toString()).toContain('href="/docs/changelog.atom"')
})

it('is not built if a release has no date', () => {
  const page = { path: 'changelog', markdown: '# Changelog\n\n## Unreleased\n\n## 1.0.0\n\nOne.\n' }
  expect(() => feedOf(page as Page)).toThrow('expected a version and a date, got 1.0.0')
})
