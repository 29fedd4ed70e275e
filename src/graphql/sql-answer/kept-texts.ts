import { LRUCache } from 'lru-cache'
import type { LogMark } from '../../domain/log-mark/log-mark.js'

/** The text of an answer, and the end of the log for which it is right. */
export interface KeptText {
  readonly text: string
  /** A hash of the text. */
  readonly tag: string
  /** A text is right at this mark, and from it until `until`, a time of the database in microseconds. */
  mark: LogMark
  readonly until: number | undefined
}

/** A text is dropped after an hour: not for its correctness, but because nothing may request it any more. */
const MAX_AGE_MS = 3_600_000

/** The bytes of a mark, and of what the cache needs for a text. */
const OVERHEAD = 1000

/** A text that takes more than this share of the limit is not kept. */
const MAX_SHARE = 1 / 4

/**
 * The kept texts of all companies, limited in bytes. If the limit is exceeded, the company whose texts take the most loses those that
 * it has not used for the longest time. So a company loses texts to another one only if its own take more.
 */
export class KeptTexts {
  private readonly companies = new Map<number, LRUCache<string, KeptText>>()
  private total = 0

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.total
  }

  get count(): number {
    return [...this.companies.values()].reduce((sum, { size }) => sum + size, 0)
  }

  get(companyId: number, key: string): KeptText | undefined {
    return this.companies.get(companyId)?.get(key)
  }

  set(companyId: number, key: string, kept: KeptText): void {
    const size = sizeOf(kept) + key.length
    if (size > this.maxBytes * MAX_SHARE) return
    let texts = this.companies.get(companyId)
    if (!texts) this.companies.set(companyId, (texts = this.newTexts()))
    texts.set(key, kept, { size })
    this.total += size
    while (this.total > this.maxBytes) this.dropFromLargest()
  }

  private newTexts(): LRUCache<string, KeptText> {
    return new LRUCache<string, KeptText>({
      maxSize: this.maxBytes,
      ttl: MAX_AGE_MS,
      dispose: (kept, key) => (this.total -= sizeOf(kept) + key.length),
    })
  }

  private dropFromLargest(): void {
    const [largest] = [...this.companies].sort(
      ([, one], [, other]) => other.calculatedSize - one.calculatedSize,
    )
    if (!largest) return
    const [companyId, texts] = largest
    texts.pop()
    if (texts.size === 0) this.companies.delete(companyId)
  }
}

/** A character takes up to two bytes. */
const sizeOf = ({ text }: KeptText) => text.length * 2 + OVERHEAD
