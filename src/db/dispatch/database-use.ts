/** Called when a statement is sent. Returns a function to call when the statement ends, with the error if it failed. */
export type ObserveStatement = (text: string) => (error?: unknown) => void

/** Counts the statements of one request, and measures the time that it waits for the database. */
export class DatabaseUse {
  /** The statements that were sent for this request. */
  statements = 0
  /** The text of the statement that took longest. */
  slowest: string | undefined
  private slowestMs = -1
  private waiting = 0
  private waitingSince = 0
  private waitedMs = 0

  constructor(private readonly observe?: ObserveStatement) {}

  /**
   * The time, in milliseconds, during which the request waited for at least one result, also in the queue, or was in a
   * transaction. Concurrent statements count once.
   */
  get ms(): number {
    return this.waiting === 0
      ? this.waitedMs
      : this.waitedMs + performance.now() - this.waitingSince
  }

  /** Counts a statement, and the time until its result. */
  count<Result>(text: string, sending: Promise<Result>): Promise<Result> {
    this.statements += 1
    const end = this.observe?.(text)
    const began = this.begin()
    const note = (error?: unknown) => {
      this.noteSlowest(text, this.end() - began)
      end?.(error)
    }
    sending.then(() => {
      note()
    }, note)
    return sending
  }

  /** Counts the time until a result, but no statement. */
  wait<Result>(result: Promise<Result>): Promise<Result> {
    this.begin()
    const end = () => {
      this.end()
    }
    result.then(end, end)
    return result
  }

  private begin(): number {
    const now = performance.now()
    if (this.waiting === 0) this.waitingSince = now
    this.waiting += 1
    return now
  }

  private end(): number {
    const now = performance.now()
    this.waiting -= 1
    if (this.waiting === 0) this.waitedMs += now - this.waitingSince
    return now
  }

  private noteSlowest(text: string, ms: number): void {
    if (ms <= this.slowestMs) return
    this.slowestMs = ms
    this.slowest = text
  }
}
