import type { Account } from '../request/meter.js'
import { Lane, type LaneLimits } from './lane.js'
import { LeakyBucket } from './leaky-bucket.js'

/** A request is light if the last one of its kind blocked the event loop for less time than this, in milliseconds. */
const LIGHT_MS = 2

/**
 * The payers of a group, such as a company, that have used at most this share of their own budget are served even if the
 * budget of the group is exhausted, until the group has used more than `HARD_LIMIT`.
 */
const SMALL_SHARE = 0.05
const HARD_LIMIT = 1.25

/** Why a payer's requests are refused. */
export interface Exhaustion {
  /** Milliseconds until its requests are accepted again. */
  readonly ms: number
  /** Whether its own budget is exhausted, or that of the group to which it belongs. */
  readonly by: 'itself' | 'group'
}

/** The queries at the same time for credentials that this process has not seen: of a network, and of all networks. */
const LOOKUPS = 4
const ALL_LOOKUPS = 16

interface PayerOptions {
  /** The processor time in 10 s, in milliseconds; 0 for no limit. */
  readonly budgetMs: number
  /** The time in which its full bucket drains; 10 s by default. */
  readonly drainMs?: number
  readonly limits: LaneLimits
  readonly group?: Payer
  /** Called when a budget is exhausted, with the milliseconds until it is not. */
  readonly onExhausted: (ms: number) => void
}

/**
 * What a request is charged to: a user of a company, an API key, or a network address without valid credentials. It has a
 * budget of processor time and a number of places for requests in progress, within those of its group: the company, or all
 * addresses together.
 */
export class Payer implements Account {
  readonly bucket: LeakyBucket
  readonly lane: Lane
  private lookupLane: Lane | undefined
  /** Whether the last request of a kind was light, by an object that identifies the kind. */
  private readonly speeds = new WeakMap<object, boolean>()

  readonly group: Payer | undefined

  constructor(private readonly options: PayerOptions) {
    const { budgetMs, drainMs, limits, group } = options
    this.group = group
    this.bucket = new LeakyBucket(budgetMs, drainMs)
    this.lane = new Lane(limits, group?.lane)
  }

  /** The lane of queries for credentials that this process has not seen. They are light. */
  get lookups(): Lane {
    const { maxWaitMs } = this.options.limits
    const all = this.group ? LOOKUPS : ALL_LOOKUPS
    return (this.lookupLane ??= new Lane({ heavy: 0, all, maxWaitMs }, this.group?.lookups))
  }

  /** Adds processor time, in milliseconds; negative to move it to another payer. */
  charge(ms: number): void {
    // Refusing requests costs time too. It does not use up the budget of others in the group.
    if (this.bucket.usedShare() <= 1) this.group?.bucket.charge(ms)
    this.bucket.charge(ms)
    const exhausted = this.exhaustion()
    if (exhausted) this.options.onExhausted(exhausted.ms)
  }

  /** Why requests are refused now; undefined if they are accepted. */
  exhaustion(): Exhaustion | undefined {
    const own = this.bucket.exhaustedFor()
    if (own > 0) return { ms: own, by: 'itself' }
    const { group } = this
    const ms = group?.bucket.exhaustedFor() ?? 0
    if (!group || ms === 0) return undefined
    const isSpared =
      this.bucket.usedShare() <= SMALL_SHARE && group.bucket.usedShare() <= HARD_LIMIT
    return isSpared ? undefined : { ms, by: 'group' }
  }

  /** Whether requests of a kind were light the last time: of this payer, otherwise of others of its group. */
  isLight(kind: object): boolean {
    return this.speeds.get(kind) ?? this.group?.speeds.get(kind) ?? false
  }

  /** Remembers how long a request blocked the event loop, in milliseconds: its processor time without that in pieces. */
  remember(kind: object, blockingMs: number): void {
    const isLight = blockingMs < LIGHT_MS
    for (const { speeds } of this.group ? [this, this.group] : [this])
      if (speeds.get(kind) !== isLight) speeds.set(kind, isLight)
  }
}
