import { Queue } from '../db/queue.js'

/** The maximum number of requests that wait in a lane and the lanes under it. */
const MAX_WAITING = 500

export interface LaneLimits {
  /** The maximum number of requests in progress: of those that are heavy, and of all. */
  readonly heavy: number
  readonly all: number
  /** A request that has waited longer than this is refused. */
  readonly maxWaitMs: number
}

interface QueuedRequest {
  readonly isLight: boolean
  readonly start: () => void
  readonly refuse: () => void
  timer?: NodeJS.Timeout
  state: 'waiting' | 'in progress' | 'ended'
}

/**
 * Limits how many requests of one payer are in progress, within the limits of the lane above; the others wait. A burst of
 * one payer's requests then delays neither the requests of others nor new connections: Node.js accepts one connection in
 * each iteration of the event loop. The lanes under one lane take turns (round robin).
 */
export class Lane {
  private heavy = 0
  private all = 0
  private readonly waitingHeavy = new Queue<QueuedRequest>()
  private readonly waitingLight = new Queue<QueuedRequest>()
  /** The lanes under this one in which requests wait. The first one is served next. */
  private readonly crowded = new Set<Lane>()

  constructor(
    private readonly limits: LaneLimits,
    private readonly above?: Lane,
  ) {}

  /** The number of requests that wait here and in the lanes under this one. */
  get waiting(): number {
    const own = this.waitingHeavy.size + this.waitingLight.size
    return [...this.crowded].reduce((sum, lane) => sum + lane.waiting, own)
  }

  /** Whether a request could begin now. */
  hasRoom(isLight: boolean): boolean {
    const { heavy, all } = this.limits
    if (this.all >= all || (!isLight && this.heavy >= heavy)) return false
    return this.above?.hasRoom(isLight) ?? true
  }

  /**
   * Calls either `start` when the request may begin, synchronously if possible, or `refuse` if too many requests wait, this
   * request waits too long, or it ends before it may begin. The returned function must be called when the request ends,
   * whether or not it began.
   */
  enter(isLight: boolean, start: () => void, refuse: () => void): () => void {
    const request: QueuedRequest = { isLight, start, refuse, state: 'waiting' }
    if (this.hasRoom(isLight)) {
      this.count(isLight, 1)
      request.state = 'in progress'
      start()
    } else if (this.mayWait()) {
      this.queueOf(request).add(request)
      this.above?.crowded.add(this)
      request.timer = setTimeout(this.refuse.bind(this, request), this.limits.maxWaitMs)
    } else {
      request.state = 'ended'
      refuse()
    }
    return this.end.bind(this, request)
  }

  private end(request: QueuedRequest): void {
    const { state } = request
    if (state === 'waiting') this.refuse(request)
    request.state = 'ended'
    if (state !== 'in progress') return
    this.count(request.isLight, -1)
    if (this.above) this.above.startWaiting()
    else while (this.startNext());
  }

  private startWaiting(): void {
    for (let progress = true; progress && this.crowded.size > 0;) {
      progress = false
      for (const lane of [...this.crowded]) {
        if (!this.hasRoom(true)) return
        if (!lane.startNext()) continue
        progress = true
        // To the end, for the next turn.
        if (this.crowded.delete(lane) && lane.waiting > 0) this.crowded.add(lane)
      }
    }
  }

  /** Starts a request that waits. Heavy ones first: light ones have room beside them. */
  private startNext(): boolean {
    const [next] =
      this.hasRoom(false) && this.waitingHeavy.size > 0 ? this.waitingHeavy : this.waitingLight
    if (!next || !this.hasRoom(next.isLight)) return false
    this.leave(next, 'in progress')
    this.count(next.isLight, 1)
    // In the next iteration of the event loop, after the requests of others.
    setImmediate(() => {
      if (next.state === 'in progress') next.start()
      else next.refuse()
    })
    return true
  }

  /**
   * Whether one more request may wait. If too many wait in the lane above, the newest one of its fullest lane is refused in
   * favour of a lane in which fewer wait.
   */
  private mayWait(): boolean {
    if (this.waiting >= MAX_WAITING) return false
    if (!this.above || this.above.waiting < MAX_WAITING) return true
    const [fullest] = [...this.above.crowded].sort((one, other) => other.waiting - one.waiting)
    if (!fullest || fullest.waiting <= this.waiting + 1) return false
    const newest = [...fullest.waitingLight, ...fullest.waitingHeavy].at(-1)
    if (newest) fullest.refuse(newest)
    return true
  }

  private refuse(request: QueuedRequest): void {
    this.leave(request, 'ended')
    request.refuse()
  }

  /** Removes a request from those that wait. */
  private leave(request: QueuedRequest, state: QueuedRequest['state']): void {
    clearTimeout(request.timer)
    request.state = state
    this.queueOf(request).delete(request)
    if (this.waiting === 0) this.above?.crowded.delete(this)
  }

  private queueOf({ isLight }: QueuedRequest): Queue<QueuedRequest> {
    return isLight ? this.waitingLight : this.waitingHeavy
  }

  private count(isLight: boolean, difference: 1 | -1): void {
    this.all += difference
    if (!isLight) this.heavy += difference
    this.above?.count(isLight, difference)
  }
}
