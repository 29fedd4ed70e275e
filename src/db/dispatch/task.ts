import type { Caller } from './caller.js'

/** Work on one connection: a statement, or a transaction. */
export interface Task<Result> {
  readonly caller: Caller | undefined
  /** The text of a statement that only reads. */
  readonly text?: string
  /**
   * Does the work. Rejects with BusyError if no connection is free within `connectMs`. Calls `onStart` when the work
   * starts on a connection: the wait before it does not count towards slowness.
   */
  run(connectMs: number, onStart: () => void): Promise<Result>
  /** Makes `run` reject with a PreemptedError soon. Undefined if the work must not be interrupted. */
  readonly preempt?: (() => void) | undefined
}

/** A slow task was interrupted. It waits for a permit for slow tasks. */
export class PreemptedError extends Error {
  override readonly name = 'PreemptedError'
}

/** A semaphore with several limits: decides which tasks may run at the same time. A running task holds a `Permit`. */
export interface Semaphore<Permit> {
  /** Undefined if the task has to wait. */
  acquire(task: Task<unknown>): Permit | undefined
  /**
   * Called when the task has run for 100 ms. Returns whether the task must be preempted, so that others get its permit.
   */
  markSlow(permit: Permit): boolean
  release(permit: Permit, succeeded: boolean): void
}

export interface WaitLimits {
  /** A task is rejected if, while it waits, no task of its company ends for this long. */
  readonly queueTimeoutMs: number
  /** A task is rejected if it has waited for this time. */
  readonly maxWaitMs: number
}
