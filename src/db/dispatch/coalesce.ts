import { setTimeout as delay } from 'node:timers/promises'
import { SLOW_MS } from './batcher.js'

/** The result of a run. `next` is the result of the following run: all calls made during this run share it. */
interface Run<Result> {
  readonly result: Promise<Result>
  next?: Promise<Result>
}

/**
 * Request coalescing: all calls made during a run with the same key share the next run. A call never joins the current
 * run, which may have read the database before the call: a client that has written always reads its own write. The next
 * run starts when the current one ends, or after 100 ms if the current one is slow.
 */
export class Coalescer<Result> {
  private readonly runs = new Map<string, Run<Result>>()

  /** Calls with equal keys must do the same work: only one of them is executed. */
  coalesce(key: string, work: () => Promise<Result>): Promise<Result> {
    const current = this.runs.get(key)
    if (!current) return this.start(key, work)
    const startNext = () => this.start(key, work)
    return (current.next ??= Promise.race([current.result, slow()]).then(startNext, startNext))
  }

  private start(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = work().finally(() => {
      if (this.runs.get(key) === run && !run.next) this.runs.delete(key)
    })
    const run: Run<Result> = { result }
    this.runs.set(key, run)
    return result
  }
}

const slow = () => delay(SLOW_MS, undefined, { ref: false })
