import { isDeepStrictEqual } from 'node:util'
import type { Target } from '../load/load.js'

/** A response's JSON in a form that can be compared with another server's. */
export type Answer = unknown

/** The answers to the first `count` requests. Throws for errors. */
export async function answersTo({ port, requests }: Target, count: number): Promise<Answer[]> {
  const list = typeof requests === 'function' ? requests(count) : requests.slice(0, count)
  const answers: Answer[] = []
  for (const { path, body, headers } of list) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body }),
    })
    const text = await response.text()
    if (!response.ok || text.includes('"errors":[')) {
      throw new Error(`${path} ${body ?? ''}: ${text.slice(0, 500)}`)
    }
    const { data, total } = JSON.parse(text) as { data: unknown; total?: unknown }
    answers.push({ data, total })
  }
  return answers
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const ENUMS = new Set(['level', 'outcome', 'role', 'status'])
/** Servers choose the text of a cursor themselves. */
const CURSORS = new Set(['cursor', 'endCursor', 'startCursor'])

/**
 * Converts times to milliseconds, enum values to upper case and cursors to a constant; sorts properties and removes
 * numeric suffixes from their names.
 */
export function normalize(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => normalize(item))
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .map(([key, item]) => [withoutSuffix(key), normalize(item, key)] as const)
      .filter(([key, item]) => item !== undefined && !isEmptyUserErrors(key, item))
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  }
  if (typeof value !== 'string') return value
  if (CURSORS.has(name) && value !== '') return 'a cursor'
  if (TIME.test(value)) return Date.parse(value)
  return ENUMS.has(name) ? value.toUpperCase() : value
}

/** Only the service returns `userErrors`. The list is not empty if an update failed. */
const isEmptyUserErrors = (key: string, value: unknown) =>
  key === 'userErrors' && Array.isArray(value) && value.length === 0

/** An alias such as `code_17` makes a document that no server has seen before. */
const withoutSuffix = (key: string) => key.replace(/_\d+$/, '')

/** How two servers' answers to one query differ; undefined if they agree. */
export function differenceOf(expected: Answer[], actual: Answer[]): string | undefined {
  for (const [index, answer] of actual.entries()) {
    if (isDeepStrictEqual(expected[index], answer)) continue
    const [one, other] = [JSON.stringify(expected[index]), JSON.stringify(answer)]
    let at = 0
    while (one[at] === other[at]) at += 1
    const excerpt = (text: string) => text.slice(Math.max(0, at - 120), at + 80)
    return `request ${index + 1}:\n  ${excerpt(one)}\n  ${excerpt(other)}`
  }
  return undefined
}
