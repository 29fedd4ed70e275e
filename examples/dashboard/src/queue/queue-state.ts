import type { Entry } from './entry.js'

/** What pages show of the queue. */
export interface QueueState {
  /** The entries of the user, the oldest first. */
  readonly entries: readonly Entry[]
  /** The share of each file on its way that is sent, by the id of the file. */
  readonly progress: ReadonlyMap<string, number>
  /** Whether the last request had no response, or the service has asked to wait. */
  readonly isWaiting: boolean
}

/** The state, and the listeners that it notifies: for `useSyncExternalStore`. */
export class ShownState {
  private state: QueueState = { entries: [], progress: new Map(), isWaiting: false }
  private readonly listeners = new Set<() => void>()

  readonly get = (): QueueState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  show(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change }
    for (const notify of this.listeners) notify()
  }

  find(key: string): Entry | undefined {
    return this.state.entries.find((entry) => entry.key === key)
  }
}
