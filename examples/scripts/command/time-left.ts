/** The rate of the last half minute counts, because the load of the service changes. */
const WINDOW_MS = 30_000

/** Steps closer together count as one: the rows of a batch, and those that an earlier run has done. */
const BURST_MS = 100

/** How long a task probably takes from now on, by the rate of its recent steps. */
export class TimeLeft {
  private done = 0
  private readonly steps: { readonly at: number; done: number }[] = []

  constructor(private readonly total: number) {
    this.steps.push({ at: Date.now(), done: 0 })
  }

  add(count: number): void {
    this.done += count
    const [at, last] = [Date.now(), this.steps.at(-1)]
    if (last && at - last.at < BURST_MS) last.done = this.done
    else this.steps.push({ at, done: this.done })
    while (this.steps[1] && this.steps[1].at < at - WINDOW_MS) this.steps.shift()
  }

  /** Such as `3 min 20 s`; `unknown` until there is a rate. */
  toString(): string {
    const [first, last] = [this.steps[0], this.steps.at(-1)]
    if (!first || !last || last.done === first.done) return 'unknown'
    const msPerStep = (last.at - first.at) / (last.done - first.done)
    const seconds = Math.ceil(((this.total - this.done) * msPerStep) / 1000)
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
    if (hours > 0) return `${hours} h ${minutes} min`
    return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`
  }
}
