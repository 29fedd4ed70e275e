import type { Counts, DemoCompany } from '../demo-companies.js'
import { Random } from '../random.js'
import { COMPANY_ID } from '../rows.js'

/** The arguments that all generators share. */
export interface Context {
  readonly company: DemoCompany
  /** Multiplies the number of records. */
  readonly scale: number
  readonly counts: Counts
  readonly random: Random
  /** All times of the data are relative to this time. */
  readonly now: Date
}

export const DAY_MS = 86_400_000
export const HOUR_MS = 3_600_000
export const MINUTE_MS = 60_000

/** The id, the UUID and the company of a row. `index` counts from 0. */
export const newIdentity = ({ random }: Context, index: number) => ({
  id: index + 1,
  uuid: random.uuid(),
  companyId: COMPANY_ID,
})

/** The fields of `newIdentity`, and the timestamps of a row that was not updated after its creation. */
export const newRow = (context: Context, index: number, createdAt: Date) => ({
  ...newIdentity(context, index),
  createdAt,
  updatedAt: createdAt,
})

export const after = (time: Date, milliseconds: number): Date =>
  new Date(time.getTime() + Math.round(milliseconds))

/** A random time on the day that is `days` days ago. */
export const daysAgo = ({ random, now }: Context, days: number): Date =>
  after(now, -(days + random.fraction()) * DAY_MS)

/** The item at an index; beyond the last item, starts again at the first. */
export const cyclicItem = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('expected items, got none')
  return item
}

/** Fills a pattern: each `#` becomes a digit. */
export const fill = (random: Random, pattern: string): string =>
  pattern.replace(/#/g, () => random.digits(1))

/** `count` different names in random order. If there are too few names, they are repeated with a number. */
export function differentNames(random: Random, names: readonly string[], count: number): string[] {
  const shuffled = random.shuffled(names)
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / shuffled.length)
    return cyclicItem(shuffled, index) + (round === 0 ? '' : ` ${round + 1}`)
  })
}

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
