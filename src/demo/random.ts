import { v7 as newUuid } from 'uuid'

const FIRST_UUID_MS = Date.UTC(2026, 0, 1)

/** A pseudorandom number generator (sfc32). Equal seeds give equal sequences. */
export class Random {
  private readonly state: Uint32Array
  private uuids = 0

  constructor(seed: string) {
    this.state = Uint32Array.from([hash(seed, 1), hash(seed, 2), hash(seed, 3), 1])
    for (let round = 0; round < 12; round += 1) this.word()
  }

  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1))
  }

  /** A number from 0 (included) to 1 (excluded). */
  fraction(): number {
    return this.word() / 2 ** 32
  }

  chance(probability: number): boolean {
    return this.fraction() < probability
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.integer(0, items.length - 1)]
    if (item === undefined) throw new Error('expected items to pick from, got none')
    return item
  }

  /** `count` different items in random order, or all items if there are fewer. */
  sample<Item>(items: readonly Item[], count: number): Item[] {
    const rest = [...items]
    const taken: Item[] = []
    while (taken.length < count && rest.length > 0) {
      taken.push(...rest.splice(this.integer(0, rest.length - 1), 1))
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

  /** A version 7 UUID, greater than all before it. It does not depend on the current time. */
  uuid(): string {
    const random = new Uint8Array(Uint32Array.from([1, 2, 3, 4], () => this.word()).buffer)
    return newUuid({ msecs: FIRST_UUID_MS + (this.uuids += 1), random })
  }

  private word(): number {
    const [a = 0, b = 0, c = 0, counter = 0] = this.state
    const word = (a + b + counter) >>> 0
    this.state.set([b ^ (b >>> 9), c + (c << 3), ((c << 21) | (c >>> 11)) + word, counter + 1])
    return word
  }
}

/** The FNV-1a hash; `start` is a seed: with another one, the same text has another hash. */
function hash(text: string, start: number): number {
  let value = 2_166_136_261 ^ start
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16_777_619)
  return value >>> 0
}
