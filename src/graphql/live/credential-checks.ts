import type { Database } from '../../db/connect.js'
import { findValidSessions } from '../../domain/credential/valid-sessions.js'
import { unauthenticated } from '../../domain/credential/unauthenticated.js'
import { resync } from '../errors.js'
import type { LiveStream } from './live-stream.js'

/** Checks whether the credentials of open streams are still valid. */
export class CredentialChecks {
  constructor(private readonly db: Database) {}

  /** Checks the streams of one company that were last checked longer ago than `maxMs`, and ends those that may not go on. */
  async check(streams: ReadonlySet<LiveStream>, maxMs: number): Promise<void> {
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
