import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { SearchEntry } from '../../scripts/docs-site/sections.js'
import { excerptOf, indexOf } from '../../scripts/docs-site/theme/assets/find.js'

const entries = JSON.parse(readFileSync('dist/docs/search.json', 'utf8')) as SearchEntry[]
const find = indexOf(entries)

const titles = (query: string) => find(query).map(({ entry }) => entry.title)

it.each([
  ['createAsset', 'Mutation.createAsset'],
  ['createasset', 'Mutation.createAsset'],
  ['Mutation.createAsset', 'Mutation.createAsset'],
  ['Webhook', 'Webhook'],
  ['RATE_LIMITED', 'RATE_LIMITED'],
  ['site openJobsCount', 'Site.openJobsCount'],
  ['assets', 'Query.assets'],
  ['Asset', 'Asset'],
  ['CreateAssetInput', 'CreateAssetInput'],
])('the first result of %s is %s', (query, title) => {
  expect(titles(query)[0]).toBe(title)
})

it('fields whose names are the query come before those whose names contain it', () => {
  const found = titles('riskLevel')
  const isExact = found.map((title) => /(^|\.)riskLevel$/i.test(title))
  expect(isExact.indexOf(false)).toBe(isExact.lastIndexOf(true) + 1)
})

it('finds the arguments of an operation, but not those that every list has', () => {
  expect(titles('ownKeys')).toContain('Query.changes')
  expect(titles('CreateAssetInput')).toContain('Mutation.createAsset')
  expect(titles('orderBy first after')).not.toContain('Query.sites')
})

it('shows one of the fields that are the same, with the number of the others', () => {
  const found = find('idempotencyKey').filter(({ entry }) =>
    entry.title.endsWith('.idempotencyKey'),
  )
  expect(found.length).toBeLessThan(5)
  expect(found[0]?.others).toBeGreaterThan(50)
  const guides = titles('idempotency').slice(0, 20)
  expect(guides).toContain('Retries')
})

it('an excerpt begins with the sentence that has the words, and marks them', () => {
  const text =
    'A key is random. Send the same idempotency key with each retry.\nOther keys are not.'
  expect(excerptOf(text, ['idempotency', 'key'])).toEqual([
    { text: 'Send the same ', isMatch: false },
    { text: 'idempotency', isMatch: true },
    { text: ' ', isMatch: false },
    { text: 'key', isMatch: true },
    { text: ' with each retry.\nOther keys are not.', isMatch: false },
  ])
})

it('an excerpt of a long sentence has the words, and shows where it is cut', () => {
  const text = `${'before it '.repeat(60)}the webhook ${'after it '.repeat(60)}`
  const excerpt = excerptOf(text, ['webhook'])
  const shown = excerpt.map((piece) => piece.text).join('')
  expect(shown).toMatch(/^… it before.* the webhook after .* …$/)
  expect(shown.length).toBeLessThan(260)
  expect(excerpt.filter(({ isMatch }) => isMatch)).toEqual([{ text: 'webhook', isMatch: true }])
})

it.each(['idempotency', 'webhook', 'RATE_LIMITED', 'retry after', 'cursor'])(
  'each excerpt for %s has a match, if the text of its entry has one',
  (query) => {
    const found = find(query)
    expect(found.length).toBeGreaterThan(0)
    for (const { entry, words } of found) {
      const excerpt = excerptOf(entry.text, words)
      const hasWord = words.some((word) =>
        entry.text
          .toLowerCase()
          .split(/[\n\r\p{Z}\p{P}]+/u)
          .includes(word),
      )
      expect([entry.title, excerpt.some(({ isMatch }) => isMatch)]).toEqual([entry.title, hasWord])
    }
  },
)
