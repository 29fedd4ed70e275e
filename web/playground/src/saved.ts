import { createStore } from './store.js'

/** An operation that the user has saved. */
export interface Saved {
  /** Unique. */
  readonly name: string
  readonly query: string
  /** JSON with comments; empty if there are none. */
  readonly variables: string
}

const KEY = 'playground:saved'

const FILE = 'operations.json'

/** The saved operations of this browser, by name. */
export const saved = createStore<readonly Saved[]>(parse(localStorage.getItem(KEY) ?? '[]') ?? [])

/** Adds operations. One with the name of another replaces it. */
export function save(added: readonly Saved[]): void {
  const byName = new Map([...saved.get(), ...added].map((each) => [each.name, each]))
  keep([...byName.values()].sort((one, other) => one.name.localeCompare(other.name)))
}

export function remove(name: string): void {
  keep(saved.get().filter((each) => each.name !== name))
}

/** Saves all operations as a file, which `importFrom` reads. */
export function exportAll(): void {
  const file = new Blob([JSON.stringify(saved.get(), null, 2)], { type: 'application/json' })
  const href = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href, download: FILE }).click()
  URL.revokeObjectURL(href)
}

/** Rejects if the file has something else. */
export async function importFrom(file: File): Promise<void> {
  const operations = parse(await file.text())
  if (!operations) throw new Error(`${file.name} has no saved operations.`)
  save(operations)
}

function keep(operations: readonly Saved[]): void {
  localStorage.setItem(KEY, JSON.stringify(operations))
  saved.set(operations)
}

/** Undefined if the text is not what `exportAll` writes. */
function parse(json: string): Saved[] | undefined {
  try {
    const value = JSON.parse(json) as unknown
    return Array.isArray(value) && value.every(isSaved) ? value : undefined
  } catch {
    return undefined
  }
}

function isSaved(value: unknown): value is Saved {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return ['name', 'query', 'variables'].every((field) => typeof fields[field] === 'string')
}
