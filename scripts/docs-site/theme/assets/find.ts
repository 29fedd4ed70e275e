import MiniSearch, { type SearchOptions } from 'minisearch'
import type { SearchEntry } from '../../sections.js'

/** An entry that was found, and the words in it that match the query. */
export interface Found {
  readonly entry: SearchEntry
  readonly words: readonly string[]
  /** The number of other types that have the same field. */
  readonly others: number
}

/** A part of an excerpt. */
export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** The titles of fields count most. A word may be the beginning of another, or differ in some letters. */
const OPTIONS: SearchOptions = {
  prefix: true,
  fuzzy: 0.2,
  combineWith: 'AND',
  boost: { title: 4 },
}

/** Factors of the score if the query is the name of a type or an operation; a title; the name of a field, which many types have. */
const BOOSTS = { name: 1000, title: 100, field: 10 }

/** The maximum number of characters of an excerpt, and how many of them come before a match in a longer sentence. */
const EXCERPT = { length: 240, before: 80 }

/** Returns a function that finds the best entries for a query, the best one first. Of fields that are the same, it returns one. */
export function indexOf(entries: readonly SearchEntry[]): (query: string) => Found[] {
  const index = new MiniSearch<SearchEntry>({ fields: ['title', 'page', 'text'] })
  index.addAll(entries)
  return (query) => {
    const boostDocument = (id: unknown) => boostOf(entries[id as number], query)
    const found = new Map<string, Found>()
    for (const { id, terms } of index.search(query, { ...OPTIONS, boostDocument })) {
      const entry = entries[id as number]
      if (!entry) continue
      const content = `${entry.title.replace(/^.*\./, '')}\n${entry.text}`
      const same = found.get(content)
      const others = same ? same.others + 1 : 0
      found.set(content, same ? { ...same, others } : { entry, words: terms, others })
    }
    return [...found.values()]
  }
}

function boostOf(entry: SearchEntry | undefined, query: string): number {
  const { title = '', address = '' } = entry ?? {}
  const [name, searched] = [title.toLowerCase(), query.toLowerCase()]
  const isName = address.startsWith('/docs/schema/')
  if (name.replace(/^(query|mutation|subscription)\./, '') === searched || name === searched)
    return isName ? BOOSTS.name : BOOSTS.title
  return isName && name.endsWith(`.${searched}`) ? BOOSTS.field : 1
}

/** The first sentence of a text with the most of the words, and those after it, as far as there is space. */
export function excerptOf(text: string, words: readonly string[]): Piece[] {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)]
  const counts = sentences.map(({ segment }) => wordsIn(segment, words).size)
  const best = sentences[counts.indexOf(Math.max(...counts))]
  const from = best?.index ?? 0
  const match = text.slice(from).search(patternOf(words))
  const isFar = match > EXCERPT.length - EXCERPT.before
  const start = isFar ? text.indexOf(' ', from + match - EXCERPT.before) + 1 : from
  const isCut = text.length > start + EXCERPT.length
  const end = isCut ? Math.max(text.lastIndexOf(' ', start + EXCERPT.length), start) : text.length
  const shown = `${isFar ? '… ' : ''}${text.slice(start, end)}${isCut ? ' …' : ''}`
  return shown
    .split(patternOf(words))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
}

const wordsIn = (text: string, words: readonly string[]) =>
  new Set(
    [...text.matchAll(new RegExp(patternOf(words), 'giu'))].map(([word]) => word.toLowerCase()),
  )

/** Matches one of the words, as MiniSearch splits a text into words. */
const patternOf = (words: readonly string[]) => {
  const any = words.map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|')
  return new RegExp(String.raw`(?<![^\p{Z}\p{P}\n])(${any})(?![^\p{Z}\p{P}\n])`, 'iu')
}
