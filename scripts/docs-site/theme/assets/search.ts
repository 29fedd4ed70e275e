import type { SearchEntry } from '../../sections.js'
import { excerptOf, type Found, indexOf } from './find.js'

const MAX_RESULTS = 40

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
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(itemOf))
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
async function loadEntries(): Promise<(query: string) => Found[]> {
  const response = await fetch('/docs/search.json')
  if (!response.ok) throw new Error(`The search has no index: ${response.status}`)
  return indexOf((await response.json()) as SearchEntry[])
}

function itemOf({ entry: { title, page, address, text }, words, others }: Found): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = address
  link.textContent = title
  const place = document.createElement('small')
  place.textContent = title === page || title.startsWith(`${page}.`) ? '' : ` in ${page}`
  if (others > 0) place.textContent = ` and in ${others} other ${others === 1 ? 'type' : 'types'}`
  const excerpt = document.createElement('p')
  for (const piece of excerptOf(text, words)) {
    const node = document.createElement(piece.isMatch ? 'mark' : 'span')
    node.textContent = piece.text
    excerpt.append(node)
  }
  item.append(link, place, excerpt)
  return item
}
