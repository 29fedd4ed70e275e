import { setTimeout as delay } from 'node:timers/promises'
import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import { resync } from '../errors.js'
import type { CredentialChecks } from './credential-checks.js'
import type { LiveStream } from './live-stream.js'
import type { LiveSubscription } from './live-subscription.js'
import type { SharedReads } from './shared-reads.js'

/** How often a stream that catches up is visited, to keep it alive. */
const VISIT_MS = 1000

/** The pause before a stream is asked again whether its client has received a page, in milliseconds. */
const PAUSE_MS = 20

/**
 * Sends one stream what has changed after a position, page by page, and returns the end of the log; without a position, only the latter.
 * Waits until the client has received each page, also the last one: otherwise what comes next would find it unread. The credentials are
 * checked before each page, and meanwhile. A stream to which nothing is sent for long is kept alive. Undefined if the stream has ended. Throws
 * RESYNC if the changes have been deleted, or the position is after the end.
 */
export async function catchUp(
  reads: SharedReads,
  checks: CredentialChecks,
  subscription: LiveSubscription,
  stream: LiveStream,
  after: LogPosition | undefined,
): Promise<LogPosition | undefined> {
  const { companyId } = stream.session.viewer
  const own = new Set([stream])
  let from = after
  const visits = setInterval(() => {
    const sent = from
    if (sent && !stream.isWaiting) stream.keepAlive(() => subscription.alive(sent))
  }, VISIT_MS)
  try {
    while (stream.isOpen) {
      const page = await reads.read(companyId, from, subscription.query.types)
      if (!page) throw resync('Changes after this cursor have been deleted.')
      if (page.isAfterEnd) throw resync('This cursor is after the end of the log.')
      const changes = page.changes.filter((change) => subscription.wants(change))
      if (changes.length > 0) {
        const batch = await subscription.execute(stream, changes)
        await checks.beforeEvent(own)
        stream.send(batch)
      }
      from = page.position
      while (stream.isWaiting) {
        await delay(PAUSE_MS)
        await checks.visit(own)
        stream.endIfUnread()
      }
      if (!page.hasMore) return page.position
    }
    return undefined
  } finally {
    clearInterval(visits)
  }
}
