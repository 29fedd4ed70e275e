/**
 * Items in order of arrival. For what waits and lives long in place of a `Set` or a `Map`, which would keep requests from being collected:
 * docs/decisions/requests.md.
 */
export class Queue<Item> implements Iterable<Item> {
  private readonly items: Item[] = []

  get size(): number {
    return this.items.length
  }

  add(item: Item): void {
    this.items.push(item)
  }

  /** Removes an item. Returns whether it was in the queue. */
  delete(item: Item): boolean {
    const index = this.items.indexOf(item)
    if (index === -1) return false
    this.items.splice(index, 1)
    return true
  }

  /** Removes the first items, and returns them: at most `count`. */
  take(count: number): Item[] {
    return this.items.splice(0, count)
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.items.values()
  }
}
