import { LRUCache } from 'lru-cache'

/** The text of a statement, and the name of its prepared statement if it has one. */
export interface PreparedText {
  readonly text: string
  readonly name?: string
}

/** Each connection keeps all statements that were prepared on it, so their number is bounded. */
const MAX_NAMES = 500
const MAX_SEEN_ONCE = 2000

/**
 * Names prepared statements. A text is named when it is seen for the second time: planning a nested query costs more
 * than a millisecond, but a text that is never sent again is not worth the memory on each connection.
 */
export class PreparedStatements {
  private readonly named = new Map<string, PreparedText>()
  private readonly seenOnce = new LRUCache<string, true>({ max: MAX_SEEN_ONCE })

  /** Returns the same object for the same named text, so that callers that keep it share one copy of the text. */
  prepare(text: string): PreparedText {
    const known = this.named.get(text)
    if (known) return known
    if (this.named.size >= MAX_NAMES) return { text }
    if (!this.seenOnce.has(text)) {
      this.seenOnce.set(text, true)
      return { text }
    }
    this.seenOnce.delete(text)
    const prepared = { text, name: `read-${this.named.size + 1}` }
    this.named.set(text, prepared)
    return prepared
  }
}
