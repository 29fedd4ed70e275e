import type { LogPosition } from '../../domain/change-feed/read-changes.js'
import { resync } from '../errors.js'
import type { LiveStream } from './live-stream.js'
import type { LiveSubscription } from './live-subscription.js'
import type { SharedReads } from './shared-reads.js'

/**
 * Sends one stream what has changed after a position, page by page, and returns the end of the log; without a position, only the latter.
 * Waits until the client has received a page. Undefined if the stream has ended. Throws RESYNC if the changes have been deleted.
 */
export async function catchUp(
  reads: SharedReads,
  subscription: LiveSubscription,
  stream: LiveStream,
  after: LogPosition | undefined,
): Promise<LogPosition | undefined> {
  const { companyId } = stream.session.viewer
  for (let from = after; stream.isOpen;) {
    const page = await reads.read(companyId, from, subscription.query.types)
    if (!page) throw resync('Changes after this cursor have been deleted.')
    const changes = page.changes.filter((change) => subscription.wants(change))
    if (changes.length > 0) stream.send(await subscription.execute(stream, changes))
    if (!page.hasMore) return page.position
    from = page.position
    await stream.drained()
  }
  return undefined
}
