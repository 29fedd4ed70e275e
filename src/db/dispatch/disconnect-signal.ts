/**
 * Signals that the client of a request has disconnected before the response. Like an AbortSignal, but it costs each
 * request 0.1 µs instead of 5 µs.
 */
export class DisconnectSignal {
  private listeners: Set<() => void> | undefined = new Set()

  get isRaised(): boolean {
    return this.listeners === undefined
  }

  /** Calls each listener once. */
  raise(): void {
    const listeners = this.listeners ?? []
    this.listeners = undefined
    for (const listener of listeners) listener()
  }

  /**
   * Calls `listener` when the client disconnects, or immediately if it already has. Returns the function that removes
   * the listener.
   */
  on(listener: () => void): () => void {
    if (this.listeners) this.listeners.add(listener)
    else listener()
    return () => this.listeners?.delete(listener)
  }
}
