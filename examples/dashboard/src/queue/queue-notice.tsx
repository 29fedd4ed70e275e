import { countOf } from '../format.js'
import { linkTo } from '../route.js'
import { isRefused, isSendable } from './entry.js'
import { useQueueState } from './use-queue.js'

/** A bar while something waits to be sent, or was refused. */
export function QueueNotice() {
  const { entries, progress, isWaiting } = useQueueState()
  const sendable = entries.filter(isSendable)
  const refused = entries.filter(isRefused)
  const text = [
    sendable.length > 0 && (isWaiting ? 'Waiting for the service: ' : 'Sending: '),
    sendable.length > 0 && `${countOf(sendable.length, 'entry').replace('entrys', 'entries')}.`,
    refused.length > 0 && ` ${formatRefused(refused.length)}`,
  ]
  const [share] = progress.values()
  const isShown = sendable.length + refused.length > 0
  return (
    <div role="status">
      {isShown && (
        <div className="stale">
          <p>{text}</p>
          {share !== undefined && (
            <progress aria-label="The file on its way" max={1} value={share} />
          )}
          <a href={linkTo('queue')}>What is not sent yet</a>
        </div>
      )}
    </div>
  )
}

const formatRefused = (count: number) =>
  count === 1 ? '1 entry was refused.' : `${count} entries were refused.`
