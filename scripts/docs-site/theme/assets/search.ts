import MiniSearch, { type SearchOptions } from 'minisearch'
import type { SearchEntry } from '../../sections.js'

const MAX_RESULTS = 40
/** The titles of fields count most. A word may be the beginning of another, or differ in some letters. */
const OPTIONS: SearchOptions = {
  prefix: true,
  fuzzy: 0.2,
  combineWith: 'AND',
  boost: { title: 4 },
}

/** An excerpt begins with the text, or some characters before a word that comes later. */
const EXCERPT = { latest: 120, before: 60, length: 200 }

/** Shows the results of the search on the page `/docs/search`, and again after each change of the text. */
export async function startSearch(input: HTMLInputElement, results: HTMLElement): Promise<void> {
  const count = document.createElement('p')
  count.setAttribute('role', 'status')
  const list = document.createElement('ol')
  results.append(count, list)
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  const find = await loadEntries()
  const show = () => {
    const query = input.value.trim()
    const found = query === '' ? [] : find(query)
    count.textContent = query === '' ? 'Type what you look for.' : countText(found.length, query)
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map((entry) => itemOf(entry, query)))
    const address =
      query === '' ? location.pathname : `?${String(new URLSearchParams({ q: query }))}`
    history.replaceState(null, '', address)
  }
  input.addEventListener('input', show)
  const focusFirst = () => list.querySelector('a')?.focus()
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault()
    focusFirst()
  })
  show()
  // A reader who has searched on another page opens the first result with Enter.
  if (document.activeElement === document.body) focusFirst()
}

const countText = (count: number, query: string) =>
  count === 0 ? `Nothing found for “${query}”.` : `${count} ${count === 1 ? 'result' : 'results'}`

/** Loads the entries. Returns a function that finds the best ones for a text. */
async function loadEntries(): Promise<(query: string) => SearchEntry[]> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search has no index: ${response.status}`)
  const entries = (await response.json()) as SearchEntry[]
  const index = new MiniSearch<SearchEntry>({ fields: ['title', 'page', 'text'] })
  index.addAll(entries)
  return (query) => index.search(query, OPTIONS).flatMap(({ id }) => entries[id as number] ?? [])
}

function itemOf({ title, page, address, text }: SearchEntry, query: string): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  link.textContent = title
  const place = document.createElement('small')
  place.textContent = title === page || title.startsWith(`${page}.`) ? '' : ` in ${page}`
  const excerpt = document.createElement('p')
  const found = text.toLowerCase().indexOf(query.toLowerCase())
  const start = found > EXCERPT.latest ? text.indexOf(' ', found - EXCERPT.before) + 1 : 0
  excerpt.textContent = text.slice(start, start + EXCERPT.length)
  item.append(link, place, excerpt)
  return item
}
