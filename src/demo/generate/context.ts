import type { Plan, Counts } from '../plans.js'
import { Random } from '../random.js'

/** What every generator works from. */
export interface Context {
  readonly plan: Plan
  readonly counts: Counts
  readonly random: Random
  /** The moment that the data is made to look fresh at. */
  readonly now: Date
}

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000

export const after = (time: Date, milliseconds: number): Date =>
  new Date(time.getTime() + Math.round(milliseconds))

/** A time so many days ago, and some part of a day that the sequence decides. */
export const daysAgo = ({ random, now }: Context, days: number): Date =>
  after(now, -(days + random.fraction()) * DAY_MS)

/** The item whose turn it is. */
export const inTurn = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('there is nothing to take turns at')
  return item
}

/** Fills a pattern: each `#` becomes a digit. */
export const fill = (random: Random, pattern: string): string =>
  pattern.replace(/#/g, () => random.digits(1))

/** So many different names, in an order of their own; a number is added once all were used. */
export function differentNames(random: Random, names: readonly string[], count: number): string[] {
  const shuffled = random.shuffled(names)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / shuffled.length)
    return inTurn(shuffled, index) + (round === 0 ? '' : ` ${round + 1}`)
  })
}

/** The items by what `keyOf` says of each. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
