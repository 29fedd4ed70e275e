import { v7 as newUuid } from 'uuid'

const FIRST_UUID_MS = Date.UTC(2026, 0, 1)

/** Draws from a sequence that its seed decides: the same seed, the same draws. */
export class Random {
  private readonly state: Uint32Array
  private uuids = 0

  constructor(seed: string) {
    this.state = Uint32Array.from([hash(seed, 1), hash(seed, 2), hash(seed, 3), 1])
    for (let round = 0; round < 12; round += 1) this.word()
  }

  /** A whole number between two bounds, inclusive. */
  integer(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  /** A number from 0 up to, but not including, 1. */
  fraction(): number {
    return this.word() / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  /** Several different items, fewer where there are not so many. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items]
    const taken: Item[] = []
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.integer(0, left.length - 1), 1))
    }
    return taken
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const list = [...items]
    for (let index = list.length - 1; index > 0; index -= 1) {
      const other = this.integer(0, index)
      ;[list[index], list[other]] = [list[other] as Item, list[index] as Item]
    }
    return list
  }

  digits(count: number): string {
    return Array.from({ length: count }, () => this.integer(0, 9)).join('')
  }

  /** A version 7 UUID, later than the one before. Its time is no record's, so that no id depends on the moment. */
  uuid(): string {
    const random = new Uint8Array(Uint32Array.from([1, 2, 3, 4], () => this.word()).buffer)
    return newUuid({ msecs: FIRST_UUID_MS + (this.uuids += 1), random })
  }

  /** sfc32. */
  private word(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.state
    const word = (a + b + counter) >>> 0
    this.state.set([b ^ (b >>> 9), c + (c << 3), ((c << 21) | (c >>> 11)) + word, counter + 1])
    return word
  }
}

/** FNV-1a. */
function hash(text: string, start: number): number {
  let value = 2_166_136_261 ^ start
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16_777_619)
  return value >>> 0
}
