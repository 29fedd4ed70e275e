import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log/log.js'

interface Work {
  /** Does a part of the work. Returns whether there may be more. */
  readonly next: () => Promise<boolean>
  /** The pause after `next` has returned false or has rejected. */
  readonly intervalMs: number
  readonly log: Log
  /** The message of the warning if `next` rejects, for example because the database is unavailable. */
  readonly failure: string
}

/** Pauses after each part but the last, as long as the part took, so that other statements have their turn. */
export const atHalfSpeed = (next: () => Promise<boolean>) => async (): Promise<boolean> => {
  const start = performance.now()
  const isMore = await next()
  if (isMore) await delay(performance.now() - start)
  return isMore
}

/**
 * Runs a background worker: calls `next` until it returns false or rejects, waits `intervalMs`, and starts again.
 * Returns the function that stops the worker and waits for the current call.
 */
export function startWorker({ next, intervalMs, log, failure }: Work): () => Promise<void> {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()

  const work = async () => {
    try {
      while (!stopped && (await next()));
    } catch (error) {
      log.warn({ err: error }, failure)
    }
    if (!stopped) timer = setTimeout(start, intervalMs).unref()
  }
  const start = () => {
    round = work()
  }
  start()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await round
  }
}
