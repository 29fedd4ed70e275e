import type { Caller } from './caller.js'
import type { KnownSpeeds } from './known-speeds.js'
import type { Semaphore, Task } from './task.js'

/** Counts running tasks by company and by user or API key. Tasks without them are not counted. */
class Counts {
  private readonly counts = new Map<number | string, number>()

  of(key: number | string | undefined): number {
    return key === undefined ? 0 : (this.counts.get(key) ?? 0)
  }

  add({ companyId, client }: Caller = {}, difference: 1 | -1): void {
    for (const key of [companyId, client]) {
      if (key === undefined) continue
      const count = this.of(key) + difference
      if (count === 0) this.counts.delete(key)
      else this.counts.set(key, count)
    }
  }
}

const share = (connections: number, part: number) => Math.max(1, Math.round(connections * part))

interface Permit {
  readonly task: Task<unknown>
  /** Whether the task has run for 100 ms. */
  isSlow: boolean
}

interface ReadPermit extends Permit {
  isForSlow: boolean
}

/**
 * Limits concurrent statements that only read: a semaphore with permits for quick and for slow statements. A quick
 * statement is one whose text took less than 100 ms the last time. Quick statements take at most half of the
 * connections: more would not raise the rate of a server with few CPUs. All other statements, including those with a
 * new text, take at most 40 % of the connections. Of these slow permits, a company may hold all but one, and a user
 * two, but only one for a text that is known to be slow. So slow statements never take all connections, even those of
 * many companies. If a statement with a quick permit turns out to be slow, it exchanges the permit for a slow one. If no
 * slow permit is free, the statement is cancelled, and queued for a slow permit.
 */
export class ReadSemaphore implements Semaphore<ReadPermit> {
  private readonly limits
  private quick = 0
  private slow = 0
  private readonly slowOf = new Counts()

  constructor(
    connections: number,
    private readonly speeds: KnownSpeeds,
  ) {
    const slow = share(connections, 0.4)
    const company = Math.max(1, slow - 1)
    this.limits = {
      quick: Math.ceil(connections / 2),
      slow,
      company,
      client: Math.min(2, company),
    }
  }

  acquire(task: Task<unknown>): ReadPermit | undefined {
    const isQuick = this.speeds.isQuick(task.text ?? '')
    const isSlow = isQuick !== true
    const ofClient = isQuick === undefined ? this.limits.client : 1
    if (isSlow ? !this.hasSlowPermit(task.caller, ofClient) : this.quick >= this.limits.quick)
      return undefined
    this.count(task, isSlow, 1)
    return { task, isForSlow: isSlow, isSlow: false }
  }

  markSlow(permit: ReadPermit): boolean {
    const { task } = permit
    permit.isSlow = true
    this.speeds.set(task.text ?? '', false)
    if (permit.isForSlow) return false
    if (!this.hasSlowPermit(task.caller, this.limits.client)) return true
    this.count(task, false, -1)
    this.count(task, true, 1)
    permit.isForSlow = true
    return false
  }

  release({ task, isForSlow, isSlow }: ReadPermit, succeeded: boolean): void {
    this.count(task, isForSlow, -1)
    if (succeeded && !isSlow) this.speeds.set(task.text ?? '', true)
  }

  private hasSlowPermit({ companyId, client }: Caller = {}, ofClient: number): boolean {
    const { slow, company } = this.limits
    return (
      this.slow < slow && this.slowOf.of(companyId) < company && this.slowOf.of(client) < ofClient
    )
  }

  private count({ caller }: Task<unknown>, isSlow: boolean, difference: 1 | -1): void {
    if (isSlow) {
      this.slow += difference
      this.slowOf.add(caller, difference)
    } else this.quick += difference
  }
}

/**
 * Limits concurrent writes: transactions, and single statements that may write. They take at most 70 % of the
 * connections, and a company at most half. Slow writes often wait for each other's locks, so a write starts only while
 * fewer than three writes of its company, and fewer than two of its user, are slow.
 */
export class WriteSemaphore implements Semaphore<Permit> {
  private readonly limits
  private running = 0
  private readonly runningOf = new Counts()
  private readonly slowOf = new Counts()

  constructor(connections: number) {
    this.limits = { running: share(connections, 0.7), company: share(connections, 0.5) }
  }

  acquire(task: Task<unknown>): Permit | undefined {
    const { companyId, client } = task.caller ?? {}
    const mayStart =
      this.running < this.limits.running &&
      this.runningOf.of(companyId) < this.limits.company &&
      this.slowOf.of(companyId) < MAX_SLOW_OF_COMPANY &&
      this.slowOf.of(client) < MAX_SLOW_OF_CLIENT
    if (!mayStart) return undefined
    this.running += 1
    this.runningOf.add(task.caller, 1)
    return { task, isSlow: false }
  }

  /** A write is never interrupted. */
  markSlow(permit: Permit): boolean {
    permit.isSlow = true
    this.slowOf.add(permit.task.caller, 1)
    return false
  }

  release({ task, isSlow }: Permit): void {
    this.running -= 1
    this.runningOf.add(task.caller, -1)
    if (isSlow) this.slowOf.add(task.caller, -1)
  }
}

const MAX_SLOW_OF_COMPANY = 3
const MAX_SLOW_OF_CLIENT = 2
