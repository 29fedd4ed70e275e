import { startSearch } from './search.js'

const input = document.querySelector<HTMLInputElement>('#search')
const results = document.querySelector<HTMLElement>('#results')

/** The key that moves the focus to the search, unless the reader is writing. */
const KEY = '/'

addEventListener('keydown', (event) => {
  const isWriting = event.target instanceof HTMLInputElement
  if (event.key !== KEY || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  input?.focus()
})

if (input && results) await startSearch(input, results)
