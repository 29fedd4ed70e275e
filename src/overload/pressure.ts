import { performance } from 'node:perf_hooks'
import type { RequestEnd } from '../request/end.js'

const TICK_MS = 20
/** The event loop delay and utilisation are measured over this time. */
const SAMPLE_MS = 100
/** Above this utilisation of the event loop, requests in progress wait for the processor, not for the database. */
const BUSY = 0.9
/** The number of requests in progress at which the pressure is 1. */
const MAX_IN_PROGRESS = 1000

/**
 * How overloaded this process is: 0 if it is not; from 1 on, it cannot accept more requests. The larger of two values:
 *
 * - the event loop delay, divided by `maxDelayMs`. This is the lowest delay of the last three samples, or half of the
 *   current delay if that is more.
 * - the number of requests in progress, divided by `MAX_IN_PROGRESS`; 0 unless the event loop is busy.
 */
export class Pressure {
  private inProgress = 0
  private tickedAt = performance.now()
  private sampledAt = this.tickedAt
  private utilisation = performance.eventLoopUtilization()
  private isBusy = false
  /** The delays of the last three samples. */
  private delays = [0, 0, 0]
  private longestDelay = 0
  private timer: NodeJS.Timeout | undefined

  /** If `maxDelayMs` is 0, the delay is not limited. */
  constructor(private readonly maxDelayMs: number) {}

  /** Starts measuring, once the app is built. */
  start(): void {
    this.tickedAt = performance.now()
    this.timer = setInterval(() => {
      this.tick()
    }, TICK_MS).unref()
  }

  /** Counts a request until its end. */
  begin(end: RequestEnd): void {
    this.inProgress += 1
    end.on(() => (this.inProgress -= 1))
  }

  now(): number {
    const queue = this.isBusy ? this.inProgress / MAX_IN_PROGRESS : 0
    if (this.maxDelayMs === 0 || !this.timer) return queue
    // Includes the delay of the current loop iteration, in which the timer has not fired yet.
    const current = performance.now() - this.tickedAt - TICK_MS
    const delay = Math.max(Math.min(...this.delays), current / 2)
    return Math.max(queue, delay / this.maxDelayMs)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private tick(): void {
    const now = performance.now()
    this.longestDelay = Math.max(this.longestDelay, now - this.tickedAt - TICK_MS)
    this.tickedAt = now
    if (now - this.sampledAt < SAMPLE_MS) return
    this.sampledAt = now
    this.delays = [...this.delays.slice(1), this.longestDelay]
    this.longestDelay = 0
    const utilisation = performance.eventLoopUtilization()
    this.isBusy = performance.eventLoopUtilization(utilisation, this.utilisation).utilization > BUSY
    this.utilisation = utilisation
  }
}
