import type { Database } from '../../db/connect.js'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import type { OpenStreams } from '../../request/open-streams.js'
import { startWorker } from '../../domain/worker.js'
import type { Log } from '../../log/log.js'
import { isServerError } from '../errors.js'
import { catchUp } from './catch-up.js'
import { CredentialChecks } from './credential-checks.js'
import { LiveCompany } from './live-company.js'
import { LogPoll } from './log-poll.js'
import { LiveGroup } from './live-group.js'
import type { LiveStream } from './live-stream.js'
import type { LiveSubscription } from './live-subscription.js'
import { SharedReads } from './shared-reads.js'

/** How often the log is read while anyone listens, in milliseconds. */
const POLL_MS = 100

/** How often all streams are visited, for events of that kind, for their credentials and for maintenance. */
const VISIT_MS = 1000

interface Options {
  readonly db: Database
  readonly log: Log
  readonly streams: OpenStreams
  readonly isInMaintenance: () => boolean
}

/** Reads the log for all streams of this process, and passes the changes to their groups. */
export class LiveHub {
  private readonly companies = new Map<number, LiveCompany>()
  private readonly checks: CredentialChecks
  private readonly reads: SharedReads
  private stopWorkers: (() => Promise<void>) | undefined
  private readonly poll

  constructor(private readonly options: Options) {
    this.checks = new CredentialChecks(options.db, options.isInMaintenance)
    this.reads = new SharedReads(options.db)
    this.poll = new LogPoll(options.db, this.companies, this.report)
    options.streams.sharing = () => ({
      groups: [...this.companies.values()].reduce((sum, { groups }) => sum + groups.size, 0),
      polledAt: this.poll.polledAt,
    })
  }

  /** Sends what has changed since the cursor of the subscription, then lets the stream join the group with this key. */
  async open(key: string, subscription: LiveSubscription, stream: LiveStream): Promise<void> {
    try {
      let position = subscription.query.after
      const { companyId } = stream.session.viewer
      // A stream without a cursor begins where the log of its company is read next, if it is read already.
      const next = position ? undefined : this.companies.get(companyId)?.position
      if (next && this.join(key, subscription, stream, next)) return
      do {
        position = await catchUp(this.reads, this.checks, subscription, stream, position)
        if (!position) return
        // The check and `join` in one step: no changes can be passed to the groups in between.
      } while (!this.join(key, subscription, stream, position))
    } catch (error) {
      stream.end([error])
      if (isServerError(error)) this.report(error)
    }
  }

  /** Removes a stream that has ended. */
  remove(stream: LiveStream): void {
    const { companyId } = stream.session.viewer
    const groups = this.companies.get(companyId)?.groups
    if (!groups) return
    for (const [key, { streams }] of groups) {
      streams.delete(stream)
      if (streams.size === 0) groups.delete(key)
    }
    if (groups.size === 0) this.companies.delete(companyId)
    if (this.companies.size === 0) void this.stop()
  }

  async stop(): Promise<void> {
    const stopping = this.stopWorkers
    this.stopWorkers = undefined
    await stopping?.()
  }

  private join(
    key: string,
    subscription: LiveSubscription,
    stream: LiveStream,
    position: LogPosition,
  ): boolean {
    // The client has left in the meantime.
    if (!stream.isOpen) return true
    const { companyId } = stream.session.viewer
    const known = this.companies.get(companyId)
    if (known && !known.mayJoinAt(position)) return false
    const company = known ?? new LiveCompany(companyId, this.options.db, position)
    this.companies.set(companyId, company)
    const group = company.groups.get(key) ?? new LiveGroup(subscription, this.hooks)
    company.groups.set(key, group)
    group.streams.add(stream)
    stream.joinAt(position)
    stream.send(subscription.alive(position))
    this.start()
    return true
  }

  private start(): void {
    if (this.stopWorkers) return
    const { log } = this.options
    const poll = { next: () => this.poll.next(), intervalMs: POLL_MS }
    const visit = { next: () => this.visit(), intervalMs: VISIT_MS }
    const stops = [poll, visit].map((work) =>
      startWorker({ ...work, log, failure: 'The streams could not be served' }),
    )
    this.stopWorkers = async () => {
      await Promise.all(stops.map((stop) => stop()))
    }
  }

  /**
   * Ends streams during maintenance, and those whose credentials are no longer valid. Keeps the others alive. Throws the first error after
   * all groups were visited.
   */
  private async visit(): Promise<false> {
    const failures: unknown[] = []
    for (const { groups, position } of this.companies.values()) {
      for (const group of groups.values()) {
        // Streams whose credentials cannot be checked stay open, and get no change before the check.
        await this.checks.visit(group.streams).catch((error: unknown) => failures.push(error))
        group.keepAlive(position)
      }
    }
    if (failures.length > 0) throw failures[0]
    return false
  }

  private readonly report = (error: unknown): void => {
    this.options.log.warn({ err: error }, 'Events of streams could not be sent')
  }

  private readonly hooks = {
    checkCredentials: (streams: ReadonlySet<LiveStream>) => this.checks.beforeEvent(streams),
    onDelivery: (seconds: number, events: number) => {
      this.options.streams.onDelivery(seconds, events)
    },
    report: this.report,
  }
}
