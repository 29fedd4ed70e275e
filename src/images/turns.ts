/** The most jobs that wait: of a company, and of all. */
const MAX_OF_COMPANY = 100
const MAX_WAITING = 400

interface Waiting {
  readonly companyId: number
  readonly start: () => void
}

/** Does one work at a time. The companies that wait take turns (round robin), so that a burst of one does not delay the others. */
export class Turns {
  private isBusy = false
  /** By company, in order of arrival. The first company is next. */
  private readonly queues = new Map<number, Set<Waiting>>()
  private waiting = 0

  /**
   * Waits for a turn of the company, does the work, and returns its result; undefined if too many wait. `onLeave` is called with a
   * function that gives up the place, if the work has not begun.
   */
  async take<Result>(
    companyId: number,
    work: () => Promise<Result>,
    onLeave: (leave: () => void) => void,
  ): Promise<Result | undefined> {
    if (!(await this.enter(companyId, onLeave))) return undefined
    try {
      return await work()
    } finally {
      this.next()
    }
  }

  private async enter(companyId: number, onLeave: (leave: () => void) => void): Promise<boolean> {
    if (!this.isBusy) {
      this.isBusy = true
      return true
    }
    const queue = this.queues.get(companyId) ?? new Set<Waiting>()
    if (queue.size >= MAX_OF_COMPANY || this.waiting >= MAX_WAITING) return false
    this.queues.set(companyId, queue)
    return new Promise<boolean>((resolve) => {
      const entry = {
        companyId,
        start: () => {
          resolve(true)
        },
      }
      queue.add(entry)
      this.waiting += 1
      onLeave(() => {
        if (this.remove(entry)) resolve(false)
      })
    })
  }

  private next(): void {
    const [company] = this.queues
    const [entry] = company?.[1] ?? []
    if (!entry) {
      this.isBusy = false
      return
    }
    this.remove(entry)
    const queue = this.queues.get(entry.companyId)
    // To the end, for its next turn.
    if (queue) {
      this.queues.delete(entry.companyId)
      this.queues.set(entry.companyId, queue)
    }
    entry.start()
  }

  private remove(entry: Waiting): boolean {
    const queue = this.queues.get(entry.companyId)
    if (!queue?.delete(entry)) return false
    this.waiting -= 1
    if (queue.size === 0) this.queues.delete(entry.companyId)
    return true
  }
}
