import { LRUCache } from 'lru-cache'

/** A statement is slow if it runs longer than this. */
export const SLOW_MS = 100

/** The maximum number of remembered texts; a text may have several kilobytes. */
const MAX_TEXTS = 5000

/** Remembers for each text of a statement whether its last execution was quick. */
export class KnownSpeeds {
  private readonly quick = new LRUCache<string, boolean>({ max: MAX_TEXTS })

  /** Undefined if the text was not executed before. */
  isQuick(text: string): boolean | undefined {
    return this.quick.get(text)
  }

  set(text: string, isQuick: boolean): void {
    if (this.quick.get(text) !== isQuick) this.quick.set(text, isQuick)
  }
}
