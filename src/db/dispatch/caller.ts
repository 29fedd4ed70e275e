/**
 * Whether the client of a request has closed its connection before the response. An AbortSignal does the same, but takes
 * 5 µs instead of 0.1 µs for each request.
 */
export class Departure {
  private listeners: Set<() => void> | undefined = new Set()

  get hasLeft(): boolean {
    return this.listeners === undefined
  }

  /** Calls each listener once. */
  leave(): void {
    const listeners = this.listeners ?? []
    this.listeners = undefined
    for (const listener of listeners) listener()
  }

  /** Calls `listener` when the client leaves, or now if it has left. Returns the function that removes the listener. */
  onLeave(listener: () => void): () => void {
    if (this.listeners) this.listeners.add(listener)
    else listener()
    return () => this.listeners?.delete(listener)
  }
}

/** The sender of statements. Statements without a company or session are subject to no limit of one. */
export interface Caller {
  readonly companyId?: number | undefined
  readonly sessionId?: string | undefined
  /** If undefined, the caller waits for every result. */
  readonly departure?: Departure | undefined
}
