import { applyTo, type Copy, deleteCopy, type Job, pull, readCopy } from './copy.js'
import { add, discard, type Entry, readQueue, sendAgain, sendAll } from './queue.js'
import { Failure } from './service.js'
import { session } from './session.js'

const EVERY_MS = 30_000

/** What the pages show. */
export interface State {
  readonly copy: Copy | undefined
  readonly queue: readonly Entry[]
  /** Why the last synchronisation has ended early. */
  readonly problem: string | undefined
}

/** The copy, the queue, and the synchronisation of both with the service. */
export class App {
  state: State = { copy: undefined, queue: [], problem: undefined }
  private running: Promise<void> | undefined
  private isAgain = false
  /** The keys of what was sent, and whose changes the feed has not had yet. */
  private readonly sentKeys = new Set<string>()

  constructor(private readonly onChange: () => void) {}

  async open(): Promise<void> {
    const sync = () => void this.sync()
    session.onBegin = sync
    session.onEnd = () => {
      this.show({ copy: undefined })
      void deleteCopy()
    }
    // The app may have been closed before the copy of the last session was deleted.
    const copy = session.isOpen ? await readCopy() : undefined
    this.show({ copy, queue: await readQueue() })
    addEventListener('online', sync)
    setInterval(sync, EVERY_MS)
    sync()
  }

  /** Sends what is queued, then reads what has changed. One at a time, in all tabs. */
  async sync(): Promise<void> {
    this.isAgain = true
    this.running ??= this.run().finally(() => (this.running = undefined))
    await this.running
  }

  readonly add = async (...entry: Parameters<typeof add>): Promise<void> => {
    await add(...entry)
    await this.reload()
    void this.sync()
  }

  readonly discard = async (entry: Entry): Promise<void> => {
    await discard(entry)
    await this.reload()
    void this.sync()
  }

  readonly sendAgain = async (...entry: Parameters<typeof sendAgain>): Promise<void> => {
    await sendAgain(...entry)
    await this.reload()
    void this.sync()
  }

  /** The entries of the user. Those of another user of the device wait for that user. */
  get entries(): readonly Entry[] {
    return this.state.queue.filter(({ userId }) => userId === this.state.copy?.user.id)
  }

  /** Whether an inspection of the asset in this job is queued. */
  isInspected(jobId: string, assetId: string): boolean {
    return this.entries.some(
      ({ kind, input }) => kind === 'record' && input.assetId === assetId && input.jobId === jobId,
    )
  }

  /** Whether the job is in progress after what is queued. */
  isStarted({ id, status }: Job): boolean {
    return (
      status === 'IN_PROGRESS' ||
      this.entries.some(
        ({ kind, input, refusal }) =>
          (kind === 'start' || kind === 'resume') && input.id === id && !refusal,
      )
    )
  }

  private async run(): Promise<void> {
    const work = async () => {
      while (this.isAgain) {
        this.isAgain = false
        await this.pass()
      }
    }
    // Without HTTPS, a browser has no locks, except on this machine.
    const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
    await (locks ? locks.request('inspector', work) : work())
  }

  private async pass(): Promise<void> {
    if (!session.isOpen) return
    const { signal } = session.ending
    const keep = (copy: Copy) => {
      signal.throwIfAborted()
      this.show({ copy })
    }
    try {
      const copy = this.state.copy ?? (await pull(undefined, this.sentKeys))
      keep(copy)
      await sendAll(copy.user.id, async (sent) => {
        const { copy } = this.state
        this.sentKeys.add(sent.entry.key)
        if (copy) keep(await applyTo(copy, sent))
      })
      await this.reload()
      keep(await pull(this.state.copy, this.sentKeys))
      this.show({ problem: undefined })
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof Failure)) throw error
      if (error.kind === 'signed out') session.forget()
      await this.reload()
      this.show({ problem: error.message })
    }
  }

  private async reload(): Promise<void> {
    this.show({ queue: await readQueue() })
  }

  private show(change: Partial<State>): void {
    this.state = { ...this.state, ...change }
    this.onChange()
  }
}
