import { v7 as newId } from 'uuid'
import { onReachable } from '../connection.js'
import type { FieldError } from '../parts/form-errors.js'
import type { OpenSession } from '../session.js'
import {
  type Entry,
  isRefused,
  isSendable,
  isSent,
  MAX_FILE_BYTES,
  type QueuedFile,
} from './entry.js'
import { sendMutation } from './send-mutation.js'
import { changeEntry, deleteEntry, deleteFiles, findFile, readEntries, writeFile } from './store.js'
import { upload } from './upload.js'
import { type Outcome, TOO_LARGE } from './response.js'

export interface QueueState {
  /** The entries of the user, the oldest first. */
  readonly entries: readonly Entry[]
  /** The share of each file on its way that is sent, by the id of the file. */
  readonly progress: ReadonlyMap<string, number>
  /** Whether the last request had no response, or the service has asked to wait. */
  readonly isWaiting: boolean
}

export type NewEntry = Omit<Entry, 'key' | 'userId'>

/** What became of an entry. `waiting`: it is sent later. */
export type Settled =
  | { readonly kind: 'sent'; readonly data: object }
  | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'waiting' }

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000

/** Without HTTPS, a browser has neither, except on this machine. */
const SECURE = navigator as Partial<Pick<Navigator, 'locks' | 'storage'>>

/**
 * Files and mutations that wait in this browser until the service has them: they survive a reload and a connection that is down.
 *
 * - An entry is a mutation with its files. The files are sent first. Each request can be repeated: a document has an id, a mutation an
 *   idempotency key, and both are stored before the first attempt.
 * - Entries are sent one after the other. One that the service has refused waits for the user, and the next one is sent.
 * - Without a response, or with 429 or 503, all entries wait: as long as `Retry-After` says, otherwise 1 s, then twice as long each
 *   time, at most a minute, or until the browser is online again.
 * - One tab sends at a time, with a lock of the browser if there is one.
 */
export class Queue {
  private state: QueueState = { entries: [], progress: new Map(), isWaiting: false }
  private readonly listeners = new Set<() => void>()
  private readonly settling = new Map<string, (settled: Settled) => void>()
  /** Of entries that fail with a status of 500 and above: when to try them again. */
  private readonly notBefore = new Map<string, number>()
  private readonly otherTabs = new BroadcastChannel('fis.queue')
  private current: { readonly key: string; readonly abort: AbortController } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private pausedUntil = 0
  private failures = 0
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

  readonly getState = (): QueueState => this.state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Stores the content of files, which an entry can then have. */
  async keepFiles(files: readonly File[]): Promise<QueuedFile[]> {
    // Otherwise a browser may delete what pages have stored when the device is full.
    void SECURE.storage?.persist().catch(() => false)
    const kept = files.map((content) => {
      const { name, type, size } = content
      const refusal = size > MAX_FILE_BYTES ? TOO_LARGE : null
      return { content, file: { id: newId(), name, type, size, sentAt: null, refusal } }
    })
    for (const { content, file } of kept) await writeFile(file.id, content)
    return kept.map(({ file }) => file)
  }

  /** Changes an entry, or adds one, and sends it if there is something to send. */
  async edit(key: string, change: (entry: Entry | undefined) => NewEntry): Promise<void> {
    await changeEntry(key, (entry) => ({ ...change(entry), key, userId: this.userId }))
    await this.changed()
    // Each letter in a form changes a draft, which is not a reason to try again.
    if (this.state.entries.find((entry) => entry.key === key)?.isDraft) this.run()
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
    this.pausedUntil = 0
    this.notBefore.clear()
    this.run()
  }

  private run(): void {
    clearTimeout(this.timer)
    if (this.isRunning || !this.isOpen) return
    this.isRunning = true
    const pass = () => this.sendAll()
    const work = SECURE.locks ? SECURE.locks.request('fis.queue', pass) : pass()
    work.catch(console.error).finally(() => {
      this.isRunning = false
      this.schedule()
    })
  }

  /** Sends what can be sent now. Another tab may have sent some of it meanwhile. */
  private async sendAll(): Promise<void> {
    await this.reload()
    for (;;) {
      const now = Date.now()
      const next = this.state.entries.find(
        (entry) => isSendable(entry) && (this.notBefore.get(entry.key) ?? 0) <= now,
      )
      if (!next || !this.isOpen || this.pausedUntil > now) return
      const abort = new AbortController()
      this.current = { key: next.key, abort }
      await this.send(next, abort.signal)
      this.current = undefined
    }
  }

  private async send(entry: Entry, signal: AbortSignal): Promise<void> {
    const { key } = entry
    for (const file of entry.files.filter((each) => !isSent(each))) {
      const outcome = await this.sendFile(file, signal)
      if (signal.aborted) return
      if (outcome.kind === 'later') {
        this.wait(entry, outcome)
        return
      }
      const change = outcome.kind === 'done' ? { sentAt: Date.now() } : { refusal: outcome.message }
      await this.change(key, ({ files }) => ({
        files: files.map((each) => (each.id === file.id ? { ...each, ...change } : each)),
      }))
      if (outcome.kind === 'refused') {
        const message = `${file.name}: ${outcome.message}`
        this.settle(key, { kind: 'rejected', errors: [{ field: null, message }] })
        return
      }
    }
    this.failures = 0
    // The user may have changed the draft while its files were sent.
    const submitted = this.state.entries.find((each) => each.key === key)
    if (!submitted || submitted.isDraft || !submitted.files.every(isSent)) return
    const sent = await sendMutation(this.session.client, submitted)
    if (sent.kind === 'later') {
      this.wait(entry, sent)
      return
    }
    if (sent.kind === 'rejected') await this.change(key, () => ({ rejected: sent.errors }))
    else {
      await deleteEntry(submitted)
      await this.changed()
    }
    this.settle(key, sent)
  }

  private async sendFile(file: QueuedFile, signal: AbortSignal): Promise<Outcome> {
    const content = await findFile(file.id)
    if (!content) return { kind: 'refused', message: 'This browser has lost the file.' }
    const onProgress = (share: number) => {
      this.show({ progress: new Map([[file.id, share]]) })
    }
    const outcome = await upload({
      ...{ file, content, signal, onProgress },
      tokens: this.session.tokens,
    })
    this.show({ progress: new Map() })
    return outcome
  }

  /** Waits longer with each failure in a row. */
  private wait({ key }: Entry, { afterMs, isOwn }: Outcome & { readonly kind: 'later' }): void {
    const delay = Math.min(FIRST_RETRY_MS * 2 ** this.failures, LAST_RETRY_MS)
    this.failures += 1
    const until = Date.now() + (afterMs ?? delay * (0.5 + Math.random() / 2))
    if (isOwn) this.notBefore.set(key, until)
    else this.pausedUntil = until
    this.show({ isWaiting: true })
    const waiting = isOwn ? [key] : [...this.settling.keys()]
    for (const each of waiting) this.settle(each, { kind: 'waiting' })
  }

  private schedule(): void {
    const waiting = this.state.entries.filter(isSendable)
    if (waiting.length === 0 || !this.isOpen) return
    const times = waiting.map(({ key }) => this.notBefore.get(key) ?? 0)
    const at = Math.max(this.pausedUntil, Math.min(...times))
    this.timer = setTimeout(
      () => {
        this.run()
      },
      Math.max(at - Date.now(), 0),
    )
  }

  private settle(key: string, settled: Settled): void {
    if (settled.kind !== 'waiting') this.show({ isWaiting: false })
    this.settling.get(key)?.(settled)
    this.settling.delete(key)
  }

  private async changed(): Promise<void> {
    await this.reload()
    this.otherTabs.postMessage('changed')
  }

  private async reload(): Promise<void> {
    const entries = await readEntries(this.userId)
    const isWaiting = this.state.isWaiting && entries.some((entry) => !isRefused(entry))
    this.show({ entries, isWaiting })
    // Another tab has sent it.
    for (const key of this.settling.keys()) {
      const isGone = !entries.some((entry) => entry.key === key)
      if (isGone && this.current?.key !== key) this.settle(key, { kind: 'sent', data: {} })
    }
  }

  private show(change: Partial<QueueState>): void {
    this.state = { ...this.state, ...change }
    for (const notify of this.listeners) notify()
  }
}
