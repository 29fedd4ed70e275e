import { LRUCache } from 'lru-cache'
import type { QueryConfig } from 'pg'

/** The maximum number of prepared statements: each connection keeps all that were prepared on it. */
const MAX_NAMES = 500
const MAX_SEEN_ONCE = 2000

/**
 * Chooses which statements are prepared, and names them. A text gets a name when it is sent for the second time:
 * planning a nested query takes more than a millisecond, but a text that is sent once is not worth the memory on each
 * connection.
 */
export class PreparedStatements {
  private readonly named = new Map<string, QueryConfig>()
  private readonly seenOnce = new LRUCache<string, true>({ max: MAX_SEEN_ONCE })

  /**
   * The text, and its name if it has one. For equal texts with a name, returns the same object, so that callers share
   * it.
   */
  prepare(text: string): QueryConfig {
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
