import type { Database } from '../../db/connect.js'
import { findValidSessions } from '../../domain/credential/valid-sessions.js'
import { unauthenticated } from '../../domain/credential/unauthenticated.js'
import { maintenance, resync } from '../errors.js'
import type { LiveStream } from './live-stream.js'

/** The longest time since the last check of a stream's credentials: at any time, and when an event is sent, in milliseconds. */
const MAX_UNCHECKED_MS = 10_000
const MAX_UNCHECKED_EVENT_MS = 1000

/** Ends streams during maintenance, and those whose credentials are no longer valid. */
export class CredentialChecks {
  constructor(
    private readonly db: Database,
    private readonly isInMaintenance: () => boolean,
  ) {}

  /** Checks streams of one company at any time. */
  async visit(streams: ReadonlySet<LiveStream>): Promise<void> {
    if (!this.isInMaintenance()) return this.check(streams, MAX_UNCHECKED_MS)
    for (const stream of [...streams]) stream.end([maintenance()])
  }

  /** Checks streams of one company to which an event is about to be sent. */
  beforeEvent(streams: ReadonlySet<LiveStream>): Promise<void> {
    return this.check(streams, MAX_UNCHECKED_EVENT_MS)
  }

  /** Checks the streams that were last checked longer ago than `maxMs`. */
  private async check(streams: ReadonlySet<LiveStream>, maxMs: number): Promise<void> {
    const now = performance.now()
    const due = [...streams].filter(({ checkedAt }) => now - checkedAt >= maxMs)
    const [first] = due
    if (!first) return
    const valid = await findValidSessions(this.db, first.session.viewer.companyId, due)
    for (const stream of due) {
      if (valid.has(stream)) stream.checkedAt = now
      else await this.refuse(stream)
    }
  }

  /** With another role or other limits, the user may see other records. */
  private async refuse(stream: LiveStream): Promise<void> {
    const { access } = stream.request
    access.forget()
    const session = await access.session()
    stream.end([session ? resync('Your role or your API key has changed.') : unauthenticated()])
  }
}
