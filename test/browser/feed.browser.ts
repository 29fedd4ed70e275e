import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeTemporaryFolder } from '../support/temporary-folder.js'
import { openChromium } from './chromium.js'

const service = inject('service')

interface Entry {
  readonly id: string
  readonly title: string
  readonly updated: string
  readonly type: string
  /** The addresses in its content, as the feed has them. */
  readonly links: readonly string[]
  readonly words: number
}

/** Reads the feed with the parsers of the browser. Each element that must occur once is read by `one`. */
const READ = `fetch('/docs/changelog.atom').then((response) => response.text()).then((text) => {
  const xml = new DOMParser().parseFromString(text, 'application/xml')
  const atom = 'http://www.w3.org/2005/Atom'
  const children = (element, name) => [...element.children].filter(
    (child) => child.localName === name && child.namespaceURI === atom)
  const one = (element, name) => {
    const found = children(element, name)
    if (found.length !== 1) throw new Error(element.localName + ' has ' + found.length + ' ' + name)
    return found[0]
  }
  const textIn = (element, name) => one(element, name).textContent
  const linksIn = (element) => children(element, 'link').map((link) =>
    [link.getAttribute('rel'), link.getAttribute('href')])
  const feed = xml.documentElement
  return {
    errors: xml.querySelectorAll('parsererror').length,
    root: [feed.localName, feed.namespaceURI],
    id: textIn(feed, 'id'),
    title: textIn(feed, 'title'),
    updated: textIn(feed, 'updated'),
    author: textIn(one(feed, 'author'), 'name'),
    links: linksIn(feed),
    entries: children(feed, 'entry').map((entry) => {
      const content = one(entry, 'content')
      const html = new DOMParser().parseFromString(content.textContent, 'text/html')
      return {
        id: textIn(entry, 'id'),
        title: textIn(entry, 'title'),
        updated: textIn(entry, 'updated'),
        type: content.getAttribute('type'),
        links: [...linksIn(entry).map(([, href]) => href), ...[...html.querySelectorAll('[href], [src]')].map(
          (element) => element.getAttribute('href') ?? element.getAttribute('src'))],
        words: html.body.textContent.split(/\\s+/).length,
      }
    }),
  }
})`

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

test('the feed is what RFC 4287 requires, and its links lead to pages', async () => {
  const { folder, remove } = await makeTemporaryFolder()
  const browser = await openChromium(join(folder, 'feed'))
  const page = browser.pages()[0] ?? (await browser.newPage())
  await page.goto(`${service}/docs`)
  const { entries, ...feed } = await page.evaluate<{ readonly entries: readonly Entry[] }>(READ)
  const uuid = expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/)
  expect(feed).toEqual({
    errors: 0,
    root: ['feed', 'http://www.w3.org/2005/Atom'],
    id: uuid,
    title: 'Field Inspection Service: changelog',
    updated: entries[0]?.updated,
    author: 'Field Inspection Service',
    links: [
      ['self', `${service}/docs/changelog.atom`],
      ['alternate', `${service}/docs/changelog`],
    ],
  })
  expect(entries.length).toBeGreaterThan(1)
  for (const { id, title, updated, type, words } of entries) {
    expect({ id, title, updated, type }).toEqual({
      id: uuid,
      title: expect.stringMatching(/^Version \d+\.\d+\.\d+$/),
      updated: expect.stringMatching(DATE),
      type: 'html',
    })
    expect(words).toBeGreaterThan(50)
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  const targets = new Set(entries.flatMap(({ links }) => links.map((link) => link.split('#')[0]!)))
  expect(targets.size).toBeGreaterThan(3)
  for (const target of targets) {
    expect(target).toMatch(/^https?:\/\//)
    if (!target.startsWith(service)) continue
    expect((await fetch(target)).status, target).toBe(200)
  }
  await browser.close()
  await remove()
})
