import { Queue } from '../queue.js'
import { BusyError, ClientDisconnectedError, isConflict } from '../unavailable.js'
import { SLOW_MS } from './known-speeds.js'
import { type Semaphore, PreemptedError, type Task, type WaitLimits } from './task.js'

interface QueuedTask {
  readonly task: Task<unknown>
  readonly since: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  isRepeated?: boolean
  /** Called with the removal. A listener of the request would keep the task, with its values, until the request ends. */
  removeListener?: (() => void) | undefined
}

/** The queued tasks of a company, in order of arrival. */
interface Group {
  readonly tasks: Queue<QueuedTask>
  /** When a task of the company last ended, as `performance.now()`. */
  progressAt: number
}

/** How often the waiting times of queued tasks are checked. */
const CHECK_MS = 50

/** The least time that a task may wait for a connection, however long it was queued. */
const MIN_CONNECT_MS = 100

/**
 * Runs a task when the semaphore has a permit for it. Until then the task is queued. The companies take turns (round
 * robin). The tasks of a company start in order of arrival, but a task that may start overtakes tasks that may not. A write
 * that fails because of a conflict with another one runs a second time.
 */
export class StatementQueue<Permit> {
  /** By company. The next company to be served is the first one. */
  private readonly groups = new Map<number | undefined, Group>()
  private timer: NodeJS.Timeout | undefined

  constructor(
    private readonly semaphore: Semaphore<Permit>,
    private readonly limits: WaitLimits,
  ) {}

  get queued(): number {
    return [...this.groups.values()].reduce((sum, { tasks }) => sum + tasks.size, 0)
  }

  add<Result>(task: Task<Result>): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      const queued = { task, since: performance.now(), resolve, reject }
      if (!this.start(queued, queued.since)) this.enqueue(queued)
    }) as Promise<Result>
  }

  private enqueue(queued: QueuedTask): void {
    const { companyId, disconnect } = queued.task.caller ?? {}
    let group = this.groups.get(companyId)
    if (!group) this.groups.set(companyId, (group = { tasks: new Queue(), progressAt: 0 }))
    group.tasks.add(queued)
    this.timer ??= setInterval(this.rejectLate.bind(this), CHECK_MS)
    queued.removeListener = disconnect?.on(() => {
      if (this.remove(queued)) queued.reject(new ClientDisconnectedError())
    })
  }

  private remove(queued: QueuedTask): boolean {
    const companyId = queued.task.caller?.companyId
    const group = this.groups.get(companyId)
    if (!group?.tasks.delete(queued)) return false
    queued.removeListener?.()
    if (group.tasks.size === 0) this.groups.delete(companyId)
    if (this.groups.size === 0) {
      clearInterval(this.timer)
      this.timer = undefined
    }
    return true
  }

  private start(queued: QueuedTask, now: number): boolean {
    const permit = this.semaphore.acquire(queued.task)
    if (!permit) return false
    const wait = this.limits.queueTimeoutMs - (now - queued.since)
    void this.run(queued, permit, Math.max(wait, MIN_CONNECT_MS))
    return true
  }

  private async run(queued: QueuedTask, permit: Permit, connectMs: number): Promise<void> {
    const { task, resolve, reject } = queued
    let timer: NodeJS.Timeout | undefined
    const onStart = () => {
      timer = setTimeout(() => {
        if (this.semaphore.markSlow(permit)) task.preempt?.()
        this.startQueued()
      }, SLOW_MS)
    }
    let [succeeded, isBusy] = [false, false]
    try {
      const result = await task.run(connectMs, onStart)
      succeeded = true
      resolve(result)
    } catch (error) {
      isBusy = error instanceof BusyError
      if (error instanceof PreemptedError || mayRepeat(queued, error)) this.enqueue(queued)
      else reject(error)
    }
    clearTimeout(timer)
    this.semaphore.release(permit, succeeded)
    const group = this.groups.get(task.caller?.companyId)
    if (group && !isBusy) group.progressAt = performance.now()
    this.startQueued()
  }

  /** Starts queued tasks until no company has one that may start. */
  private startQueued(): void {
    if (this.groups.size === 0) return
    const now = performance.now()
    for (let progress = true; progress;) {
      progress = false
      for (const [companyId, group] of [...this.groups]) {
        const started = [...group.tasks].find((queued) => this.start(queued, now))
        if (!started) continue
        progress = true
        this.remove(started)
        if (group.tasks.size === 0) continue
        this.groups.delete(companyId)
        this.groups.set(companyId, group)
      }
    }
  }

  private rejectLate(): void {
    const now = performance.now()
    const { queueTimeoutMs, maxWaitMs } = this.limits
    for (const { tasks, progressAt } of [...this.groups.values()]) {
      for (const queued of [...tasks]) {
        const idleMs = now - Math.max(queued.since, progressAt)
        if (idleMs < queueTimeoutMs && now - queued.since < maxWaitMs) continue
        this.remove(queued)
        queued.reject(new BusyError())
      }
    }
  }
}

/** Whether a write failed because of another one, for the first time. Reads, which have a text, are repeated elsewhere. */
function mayRepeat(queued: QueuedTask, error: unknown): boolean {
  if (queued.isRepeated || queued.task.text !== undefined || !isConflict(error)) return false
  queued.isRepeated = true
  return true
}
