import { onReachable } from '../connection.js'
import type { OpenSession } from '../session.js'
import { type Entry, isRefused, isSendable, type NewEntry } from './entry.js'
import { ShownState } from './queue-state.js'
import { RetryTimes } from './retry-times.js'
import { sendEntry } from './send-entry.js'
import type { SentMutation } from './send-mutation.js'
import { changeEntry, deleteEntry, deleteFiles, readEntries } from './store.js'

/** What became of an entry. `waiting`: it is sent later. */
export type Settled =
  Exclude<SentMutation, { readonly kind: 'later' }> | { readonly kind: 'waiting' }

/** Without HTTPS, a browser has none, except on this machine. */
const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>

/**
 * Files and mutations that wait in this browser until the service has them: they survive a reload and a connection that is down.
 *
 * - An entry is a mutation with its files. The files are sent first. Each request can be repeated: a document has an id, a mutation an
 *   idempotency key, and both are stored before the first attempt.
 * - Entries are sent one after the other. One that the service has refused waits for the user, and the next one is sent.
 * - After a failure, entries wait for the time of `RetryTimes`, or until the browser is online again.
 * - One tab sends at a time, with a lock of the browser if there is one.
 */
export class Queue {
  private readonly shown = new ShownState()
  private readonly retries = new RetryTimes()
  private readonly settling = new Map<string, (settled: Settled) => void>()
  private readonly otherTabs = new BroadcastChannel('fis.queue')
  private current: { readonly key: string; readonly abort: AbortController } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private isRunning = false
  private isOpen = false

  constructor(
    readonly userId: string,
    private readonly session: OpenSession,
  ) {}

  /** Begins to send. Returns the function that ends it. */
  open(): () => void {
    this.isOpen = true
    const goOn = () => {
      this.goOn()
    }
    const reload = () => void this.reload().then(goOn)
    addEventListener('online', goOn)
    const removeListener = onReachable(goOn)
    this.otherTabs.addEventListener('message', reload)
    reload()
    return () => {
      this.isOpen = false
      this.current?.abort.abort()
      clearTimeout(this.timer)
      removeEventListener('online', goOn)
      removeListener()
      this.otherTabs.removeEventListener('message', reload)
    }
  }

  readonly getState = this.shown.get
  readonly subscribe = this.shown.subscribe

  /** Changes an entry, or adds one, and sends it if there is something to send. */
  async edit(key: string, change: (entry: Entry | undefined) => NewEntry): Promise<void> {
    await changeEntry(key, (entry) => ({ ...change(entry), key, userId: this.userId }))
    await this.changed()
    // Each letter in a form changes a draft, which is not a reason to try again.
    if (this.shown.find(key)?.isDraft) this.run()
    else this.goOn()
  }

  /** Resolves when the entry is sent or rejected, or has to wait for the service. */
  settled(key: string): Promise<Settled> {
    return new Promise((resolve) => this.settling.set(key, resolve))
  }

  /** Sends an entry again that the service has refused. */
  async retry({ key }: Entry): Promise<void> {
    await this.change(key, (entry) => ({
      rejected: [],
      files: entry.files.map((file) => ({ ...file, refusal: null })),
    }))
    this.goOn()
  }

  async discard(entry: Entry): Promise<void> {
    if (this.current?.key === entry.key) this.current.abort.abort()
    this.settle(entry.key, { kind: 'rejected', errors: [] })
    await deleteEntry(entry)
    await this.changed()
  }

  async removeFile(key: string, id: string): Promise<void> {
    await this.change(key, ({ files }) => ({ files: files.filter((file) => file.id !== id) }))
    await deleteFiles([id])
  }

  private async change(key: string, part: (entry: Entry) => Partial<NewEntry>): Promise<void> {
    await changeEntry(key, (entry) => entry && { ...entry, ...part(entry) })
    await this.changed()
  }

  /** Tries immediately what waits. */
  readonly goOn = (): void => {
    this.retries.clear()
    this.run()
  }

  private run(): void {
    clearTimeout(this.timer)
    if (this.isRunning || !this.isOpen) return
    this.isRunning = true
    const pass = () => this.sendAll()
    const work = locks ? locks.request('fis.queue', pass) : pass()
    work.catch(console.error).finally(() => {
      this.isRunning = false
      this.schedule()
    })
  }

  /** Sends what can be sent now. Another tab may have sent some of it meanwhile. */
  private async sendAll(): Promise<void> {
    await this.reload()
    while (this.isOpen) {
      const next = this.sendable.find(({ key }) => this.retries.isDue(key))
      if (!next) return
      const abort = new AbortController()
      this.current = { key: next.key, abort }
      await this.send(next, abort.signal)
      this.current = undefined
    }
  }

  private get sendable(): Entry[] {
    return this.shown.get().entries.filter(isSendable)
  }

  private async send(entry: Entry, signal: AbortSignal): Promise<void> {
    const { key } = entry
    const sent = await sendEntry(entry, {
      ...{ session: this.session, signal },
      change: (part) => this.change(key, part),
      find: () => this.shown.find(key),
      onProgress: ({ id }, share) => {
        this.shown.show({ progress: new Map(share === undefined ? [] : [[id, share]]) })
      },
    })
    if (sent?.kind === 'later') {
      this.retries.fail(key, sent)
      this.shown.show({ isWaiting: true })
      const waiting = sent.isOwn ? [key] : [...this.settling.keys()]
      for (const each of waiting) this.settle(each, { kind: 'waiting' })
      return
    }
    if (!signal.aborted) this.retries.succeed()
    if (sent?.kind === 'sent') {
      await deleteEntry(this.shown.find(key) ?? entry)
      await this.changed()
    }
    if (sent) this.settle(key, sent)
  }

  private schedule(): void {
    const waiting = this.sendable.map(({ key }) => key)
    if (waiting.length === 0 || !this.isOpen) return
    const next = () => {
      this.run()
    }
    this.timer = setTimeout(next, this.retries.untilNext(waiting))
  }

  private settle(key: string, settled: Settled): void {
    if (settled.kind !== 'waiting') this.shown.show({ isWaiting: false })
    this.settling.get(key)?.(settled)
    this.settling.delete(key)
  }

  private async changed(): Promise<void> {
    await this.reload()
    this.otherTabs.postMessage('changed')
  }

  private async reload(): Promise<void> {
    const entries = await readEntries(this.userId)
    const isWaiting = this.shown.get().isWaiting && entries.some((entry) => !isRefused(entry))
    this.shown.show({ entries, isWaiting })
    // Another tab has sent it.
    for (const key of this.settling.keys()) {
      const isGone = !entries.some((entry) => entry.key === key)
      if (isGone && this.current?.key !== key) this.settle(key, { kind: 'sent', data: {} })
    }
  }
}
