import { setTimeout as delay } from 'node:timers/promises'
import { DisconnectSignal } from './caller.js'
import { SLOW_MS } from './known-speeds.js'

/** Executes the work. `disconnect` signals that the clients of all callers have disconnected. */
type Work<Result> = (disconnect: DisconnectSignal) => Promise<Result>

/** An execution that several calls share. */
class Run<Result> {
  result: Promise<Result> | undefined
  /** The following run: all calls made during this run share it. */
  next: Run<Result> | undefined
  readonly disconnect = new DisconnectSignal()
  private callers = 0
  private hasStarted = false

  join(disconnect: DisconnectSignal | undefined): void {
    this.callers += 1
    disconnect?.on(() => {
      this.callers -= 1
      this.raiseIfAbandoned()
    })
  }

  start(work: Work<Result>): Promise<Result> {
    this.hasStarted = true
    this.raiseIfAbandoned()
    return (this.result = work(this.disconnect))
  }

  /** Does nothing before the start, because another caller may still join. */
  private raiseIfAbandoned(): void {
    if (this.hasStarted && this.callers === 0) this.disconnect.raise()
  }
}

/**
 * Request coalescing: all calls made during a run with the same key share the next run. A call never joins the current
 * run, which may have read the database before the call: a client that has written always reads its own write. The next
 * run starts when the current one ends, or 100 ms after the first call that waits for it.
 */
export class Coalescer<Result> {
  private readonly runs = new Map<string, Run<Result>>()

  /** Calls with equal keys must do the same work: only one of them is executed. */
  coalesce(key: string, work: Work<Result>, disconnect?: DisconnectSignal): Promise<Result> {
    const current = this.runs.get(key)
    if (!current) {
      const run = new Run<Result>()
      run.join(disconnect)
      return this.start(key, run, work)
    }
    const next = (current.next ??= new Run())
    next.join(disconnect)
    if (next.result) return next.result
    const startNext = () => this.start(key, next, work)
    return (next.result = Promise.race([current.result, slow()]).then(startNext, startNext))
  }

  private start(key: string, run: Run<Result>, work: Work<Result>): Promise<Result> {
    this.runs.set(key, run)
    return run.start((all) =>
      work(all).finally(() => {
        if (this.runs.get(key) === run && !run.next) this.runs.delete(key)
      }),
    )
  }
}

const slow = () => delay(SLOW_MS, undefined, { ref: false })
